/** Capsules of a server that was started by its command, with settings of its own. */
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { folderWith, run, command as standin, startProcess } from '../support/command-line.ts'
import { foreignIssuer } from '../support/foreign-issuer.ts'

const json = { 'content-type': 'application/json' }
const key = { 'ocp-apim-subscription-key': 'the-key' }

async function tokenAt(url: string): Promise<string> {
  const reply = await fetch(`${url}/_standin/tokens`, { method: 'POST', headers: json, body: '{"org":"ttd"}' })
  return (await reply.json()).token
}

async function orderAt(url: string, authorization: string, recipient: object): Promise<{ status: number; shipmentId: string }> {
  const headers = { ...json, ...key, authorization }
  const reply = await fetch(`${url}/future/orders`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ idempotencyId: 'order-1', recipient }),
  })
  return { status: reply.status, shipmentId: (await reply.json()).notification?.shipmentId }
}

const email = { recipientEmail: { emailAddress: 'someone@example.org', emailSettings: { subject: 'Subject', body: 'Body' } } }
const smsToPerson = {
  recipientPerson: { nationalIdentityNumber: '12838590150', channelSchema: 'Sms', smsSettings: { body: 'Hello' } },
}

test('the test of a capsule names the command that starts its server: with its key, its user, its fixtures and its scenarios', {
  timeout: 60_000,
}, async () => {
  const folder = folderWith()
  for (const name of ['people', 'teapots']) mkdirSync(join(folder, name))
  writeFileSync(join(folder, 'people', 'people.json'), '[{"number":"12838590150","name":"Oda Wold","condition":"neitherChannel"}]')
  writeFileSync(
    join(folder, 'teapots', 'teapot.yaml'),
    'summary: A shipment is a teapot\nrules:\n  - { on: notifications.getShipment, respond: { status: 418 } }\n',
  )
  const own = ['--fixtures', 'people', '--scenarios', 'teapots', '--require-subscription-key', 'the-key', '--generator-user', 'a:b']
  const { child, line } = startProcess(['--json', '--clock', 'frozen', '--record', 'own.capsule', ...own], folder)
  const { url } = JSON.parse(await line())
  const authorization = `Bearer ${await tokenAt(url)}`
  expect(await orderAt(url, authorization, smsToPerson)).toMatchObject({ status: 422 })
  const { shipmentId } = await orderAt(url, authorization, email)
  await fetch(`${url}/_standin/scenarios/teapot/active`, { method: 'PUT' })
  const headers = { authorization, ...key }
  expect((await fetch(`${url}/future/shipment/${shipmentId}`, { headers })).status).toBe(418)
  child.kill('SIGTERM')
  await once(child, 'exit')

  const { out } = await run(['capsule', 'to-test', 'own.capsule', '--json'], { folder })
  expect(JSON.parse(out)).toMatchObject({ calls: 4, leftOut: [], notRepeated: [] })
  const [, command = ''] = /npx standin start (.*)/.exec(readFileSync(join(folder, 'own.sh'), 'utf8')) ?? []
  expect(command).toMatch(
    /^--rate-limits off --require-subscription-key standin-secret-\d+ --generator-user standin:standin --fixtures own.fixtures --scenarios own.scenarios$/,
  )
  const { line: ready } = startProcess(['--json', ...command.split(' ')], folder)
  const ran = await promisify(execFile)(join(folder, 'own.sh'), {
    cwd: folder,
    env: { ...process.env, STANDIN_URL: JSON.parse(await ready()).url },
  })
  expect(ran.stdout).toBe('own: each call was answered as in the capsule.\n')
})

test('the command names the issuers that were trusted, with keys and tokens of the script, and replies without headers of Standin', {
  timeout: 60_000,
}, async () => {
  const folder = folderWith()
  const issuer = await foreignIssuer()
  const settings = ['--trust-issuer', issuer.discovery, '--call-headers', 'off', '--pace', 'instant']
  const { child, line } = startProcess(['--json', '--clock', 'frozen', '--record', 'trusting.capsule', ...settings], folder)
  const { url } = JSON.parse(await line())
  const path = '/broker/api/v1/filetransfer/00000000-0000-4000-8000-000000000000'
  const sent = await issuer.token()
  const { status, headers } = await fetch(url + path, { headers: { authorization: `Bearer ${sent}` } })
  expect([status, headers.has('x-standin-call')]).toEqual([404, false])
  child.kill('SIGTERM')
  await once(child, 'exit')

  const { out } = await run(['capsule', 'to-test', 'trusting.capsule', '--json'], { folder })
  expect(JSON.parse(out)).toMatchObject({ calls: 1, leftOut: [], notRepeated: [] })
  const script = readFileSync(join(folder, 'trusting.sh'), 'utf8')
  expect(script).not.toContain(sent)
  const [, command = ''] = /npx standin start (.*)/.exec(script) ?? []
  expect(command.split(' ').toSorted()).toEqual(
    [
      '--pace',
      'instant',
      '--rate-limits',
      'off',
      '--call-headers',
      'off',
      '--trust-issuer',
      `${issuer.issuer}=trusting.issuer-1.json`,
    ].toSorted(),
  )
  const { line: ready } = startProcess(['--json', ...command.split(' ')], folder)
  const env = { ...process.env, STANDIN_URL: JSON.parse(await ready()).url }
  const ran = await promisify(execFile)(join(folder, 'trusting.sh'), { cwd: folder, env })
  expect(ran.stdout).toBe('trusting: each call was answered as in the capsule.\n')
})

test.each([
  ['', '&& !defect.stack.includes("route.ts")'],
  [', also before a call has its line', ''],
])(
  'a server that keeps its last minutes stores a capsule when it is at fault, which shows the defect again%s',
  {
    timeout: 60_000,
  },
  async (_, but) => {
    const spoilt = '0ddba115-0000-4000-8000-000000000000'
    const folder = folderWith({
      'spoil.mjs': `const get = Map.prototype.get
Map.prototype.get = function (key) {
  const defect = key === '${spoilt}' ? new Error('A planted defect.') : undefined
  // Routes are found before a call has its line.
  if (defect ${but}) throw defect
  return get.call(this, key)
}
`,
    })
    const env = { NODE_OPTIONS: `--import=${join(folder, 'spoil.mjs')}` }
    const { child, line } = startProcess(['--json', '--clock', 'frozen', '--capsule-on', 'bug'], folder, '0', env)
    const errors: string[] = []
    child.stderr.on('data', (part) => errors.push(String(part)))
    const { url } = JSON.parse(await line())
    const authorization = `Bearer ${await tokenAt(url)}`
    expect(await orderAt(url, authorization, email)).toMatchObject({ status: 201 })
    const broken = await fetch(`${url}/future/shipment/${spoilt}`, { headers: { authorization } })
    expect([broken.status, broken.headers.has('x-standin-bug')]).toEqual([500, true])
    child.kill('SIGTERM')
    await once(child, 'exit')

    const [name = ''] = readdirSync(folder).filter((each) => each.endsWith('.capsule'))
    expect(errors.join('')).toContain(`what led to it is in ${join(folder, name)}`)
    const replayed = (more: Readonly<Record<string, string>>) =>
      promisify(execFile)(process.execPath, [standin, 'capsule', 'replay', name], { cwd: folder, env: { ...process.env, ...more } })
    expect((await replayed(env)).stdout).toBe(`${name}: 3 calls, 1 of them to control rows: all answered the same.\n`)
    await expect(replayed({})).rejects.toMatchObject({ code: 1, stdout: expect.stringContaining('500') })
  },
)
