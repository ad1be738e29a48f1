/** Capsules of a server that was started by its command, with settings of its own. */
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { command as standin, startProcess } from '../../support/command-line.ts'
import { folderWith } from '../../support/folder.ts'

const json = { 'content-type': 'application/json' }

async function tokenAt(url: string): Promise<string> {
  const reply = await fetch(`${url}/_standin/tokens`, { method: 'POST', headers: json, body: '{"org":"ttd"}' })
  return (await reply.json()).token
}

async function orderAt(url: string, authorization: string, recipient: object): Promise<{ status: number; shipmentId: string }> {
  const headers = { ...json, authorization }
  const reply = await fetch(`${url}/future/orders`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ idempotencyId: 'order-1', recipient }),
  })
  return { status: reply.status, shipmentId: (await reply.json()).notification?.shipmentId }
}

const email = { recipientEmail: { emailAddress: 'someone@example.org', emailSettings: { subject: 'Subject', body: 'Body' } } }
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
    expect(errors.join('')).toContain(`the calls before it are in ${join(folder, name)}`)
    const replayed = (more: Readonly<Record<string, string>>) =>
      promisify(execFile)(process.execPath, [standin, 'capsule', 'replay', name], { cwd: folder, env: { ...process.env, ...more } })
    expect((await replayed(env)).stdout).toBe(`${name}: 3 calls, 1 of them to control endpoints: all replies are the same.\n`)
    await expect(replayed({})).rejects.toMatchObject({ code: 1, stdout: expect.stringContaining('500') })
  },
)
