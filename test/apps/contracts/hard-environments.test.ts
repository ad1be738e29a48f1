/** A real implementation whose environment is hard: callers that are one organization, tokens that soon end, commands and hosts that fail. */
import { spawn } from 'node:child_process'
import { on, once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, watch, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { Verification } from '../../../src/apps/contracts/verifying/verify.ts'
import { command, run } from '../../support/command-line.ts'
import { environmentOf, type Written } from '../../support/environment.ts'
import { otherServer } from '../../support/listen.ts'
import { pact, pactsIn } from '../../support/pacts.ts'
import type { DoubleTerms } from '../../support/real-implementation/double.ts'

const transferPath = '/broker/api/v1/filetransfer/{fileTransferId}'
const published = {
  description: 'a file transfer',
  given: [{ name: 'a published file transfer exists' }],
  path: transferPath,
  status: 200,
  body: { sender: '0192:347147753', resourceId: 'standin-plain' },
}
const delivered = {
  description: 'a manifest',
  given: [{ name: 'a notification is delivered' }],
  path: '/future/shipment/{shipmentId}',
  status: 200,
  body: { recipients: [{ destination: 'someone@example.org' }] },
}
const missing = {
  description: 'no file',
  given: [{ name: 'a caller may receive files' }],
  path: '/broker/api/v1/filetransfer/00000000-0000-4000-8000-000000000000',
  status: 404,
}

interface Terms extends Partial<DoubleTerms> {
  readonly change?: (document: Written) => object
  readonly files?: Readonly<Record<string, string>>
}

async function verify(interactions: readonly Parameters<typeof pact>[1][], { change, files = {}, ...terms }: Terms, ...more: string[]) {
  const { folder } = await environmentOf(terms, change)
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content)
  const pacts = pactsIn({ 'web.json': pact('web', ...interactions) })
  const { code, out } = await run(['verify', pacts, '--environment', 'real.yaml', '--json', ...more], { folder })
  const verification = JSON.parse(out) as Verification
  return { code, out, folder, found: verification.interactions.map(({ fault, why }) => [fault, ...why]) }
}

/** Changes members of the callers. */
const withCallers = (change: (callers: Readonly<Record<string, object>>) => object) => (document: Written) => ({
  ...document,
  callers: { ...(document.callers as object), ...change(document.callers as Record<string, object>) },
})

/** A token command for one caller. */
const withToken = (name: string, token: object) => withCallers((callers) => ({ [name]: { ...callers[name], token } }))

test('names that mean one and the same there come back as the one that the interaction uses', { timeout: 60_000 }, async () => {
  const change = (document: Written) => ({
    ...withCallers(({ sender, ...others }) => ({ creator: { ...others.creator, orgNo: Object(sender).orgNo } }))(document),
    recipients: { 'first@example.org': 'test@example.net', 'someone@example.org': 'test@example.net' },
  })

  expect(await verify([published, delivered], { change })).toMatchObject({ code: 0, found: [[undefined], [undefined]] })
})

test('a token that soon ends is made again before it ends', { timeout: 60_000 }, async () => {
  const program = `
import { appendFileSync, readFileSync } from 'node:fs'
import { altinnClaims, sign } from ${JSON.stringify(new URL('../../support/real-implementation/tokens.ts', import.meta.url).href)}
appendFileSync('made', '.')
const claims = altinnClaims({ orgNo: process.env.STANDIN_ORG_NO, scope: process.env.STANDIN_SCOPES })
console.log(sign({ ...claims, exp: Math.floor(Date.now() / 1000) + 20 }, readFileSync('key.pem', 'utf8')))
`
  const change = withToken('recipient', { command: `"${process.execPath}" soon.mjs` })
  const { folder, found } = await verify([missing, { ...missing, description: 'again' }], { change, files: { 'soon.mjs': program } })

  expect(found).toEqual([[undefined], [undefined]])
  expect(readFileSync(join(folder, 'made'), 'utf8')).toBe('..')
})

test('a command has the time that the file gives it, also where a state has less', { timeout: 60_000 }, async () => {
  const change = (document: Written) => ({ ...document, states: { 'calls are cancelled': { setup: 'sleep 4', within: 'PT30S' } } })
  const slow = { ...missing, given: [...missing.given, { name: 'calls are cancelled' }] }

  expect((await verify([slow], { change }, '--state-timeout', '3s')).found).toEqual([[undefined]])
})

test('a run that is stopped takes back the states that stand, and leaves no temporary files', { timeout: 60_000 }, async () => {
  const change = (document: Written) => ({
    ...document,
    states: { 'calls are cancelled': { setup: 'echo up > up; sleep 20', teardown: 'echo down > down', within: 'PT30S' } },
  })
  const { folder } = await environmentOf({}, change)
  const pacts = pactsIn({ 'web.json': pact('web', { ...missing, given: [...missing.given, { name: 'calls are cancelled' }] }) })
  const temporary = mkdtempSync(join(folder, 'temporary-'))
  const env = { ...process.env, TMPDIR: temporary, TEMP: temporary }
  const child = spawn(process.execPath, [command, 'verify', pacts, '--environment', 'real.yaml'], { cwd: folder, stdio: 'ignore', env })
  onTestFinished(() => void child.kill('SIGKILL'))
  const exited = once(child, 'exit')
  const watcher = watch(folder)
  for await (const [, name] of on(watcher, 'change')) if (name === 'up') break
  watcher.close()
  child.kill('SIGTERM')

  expect(await exited).not.toEqual([0, null])
  expect(readFileSync(join(folder, 'down'), 'utf8')).toBe('down\n')
  expect(readdirSync(temporary)).toEqual([])
})

test('where nothing answers, or no token is given, it is the fault of the environment, and fails the run of the provider, too', {
  timeout: 60_000,
}, async () => {
  const nowhere = (document: Written) => ({
    ...document,
    addresses: { ...Object(document.addresses), fileTransfer: { url: 'http://127.0.0.1:1' } },
  })
  const silent = await otherServer(() => {})
  const never = (document: Written) => ({ ...document, addresses: { ...Object(document.addresses), fileTransfer: { url: silent } } })
  const none = withToken('recipient', { command: 'exit 3' })
  const faults = [
    await verify([missing], { change: nowhere }, '--fail-on', 'provider'),
    await verify([missing], { change: never }, '--fail-on', 'provider', '--state-timeout', '1s'),
    await verify([missing], { change: none }, '--fail-on', 'provider'),
  ].map(({ code, found }) => [code, ...found])

  expect(faults).toEqual([
    [1, ['environment', expect.stringContaining('Cannot connect to http://127.0.0.1:1: connect ECONNREFUSED')]],
    [1, ['environment', expect.stringMatching(/did not send a complete reply within 1 s\.$/)]],
    [1, ['environment', expect.stringContaining('Command "exit 3" ended with 3.')]],
  ])
})

test('a command that prints without an end is ended', { timeout: 60_000 }, async () => {
  const { found } = await verify([missing], { change: withToken('recipient', { command: 'yes' }) })

  expect(found).toEqual([['environment', expect.stringContaining('it printed more than 1048576 bytes')]])
})

test('a key that cannot be read is not quoted', { timeout: 60_000 }, async () => {
  vi.stubEnv('HARD_KEY', '{"d":SECRETKEY}')
  const client = { clientId: 'a-client', key: { variable: 'HARD_KEY' }, tokenUrl: 'http://127.0.0.1:1/token', audience: 'a' }
  const { out, found } = await verify([missing], { change: withToken('recipient', { maskinporten: client }) })

  expect(found).toEqual([['environment', expect.stringContaining('The key for a-client is neither PEM')]])
  expect(out).not.toContain('SECRET')
})

test('the exchange of a token gets the headers of its address', { timeout: 60_000 }, async () => {
  let double = ''
  const gateway = await otherServer(({ url, headers }, response) => {
    const { authorization = '', 'x-gateway-key': key } = headers
    const passed = fetch(double + url, { headers: { authorization } })
    void passed.then(async (reply) => response.writeHead(key === 'a-key' ? reply.status : 401).end(await reply.text()))
  })
  const change = (document: Written) => {
    const { authentication } = document.addresses as { authentication: { url: string } }
    double = new URL(authentication.url).origin
    const url = authentication.url.replace(double, gateway)
    return {
      ...document,
      addresses: { ...Object(document.addresses), authentication: { url, headers: { 'X-Gateway-Key': { command: 'echo a-key' } } } },
    }
  }

  expect((await verify([published], { change })).found).toEqual([[undefined]])
})
