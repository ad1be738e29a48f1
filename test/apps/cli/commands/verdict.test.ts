/** `standin verdict`. */
import { Window } from 'happy-dom'
import { expect, test } from 'vitest'
import { verdicts } from '../../../../src/control/verdicts.ts'
import { misuse, run as runAlone, serverForFile, startProcess } from '../../../support/command-line.ts'
import { folderWith } from '../../../support/folder.ts'

const { inNewWorld, url, simulator } = await serverForFile({ verdicts: true })
// The table of verdicts is loaded before the tests of this file are listed.
await simulator.verdicts()

async function worldWithClient() {
  const here = inNewWorld()
  const { token } = await here.knobs.token({ org: 'ttd', clientId: 'my-client' })
  const read = (id: string) => fetch(`${url}/worlds/${here.world}/future/shipment/${id}`, { headers: { authorization: `Bearer ${token}` } })
  return { ...here, read }
}

test('a good client passes, under its organization, with what it has not met in one line', async () => {
  const { run, read } = await worldWithClient()
  await read('a')
  const { code, out } = await run('verdict')

  expect(code).toBe(0)
  expect(out.split('\n')).toEqual([
    'Testdepartementet 991825827, client my-client',
    expect.stringMatching(/^ {2}1 call: 1 good, \d+ not exercised$/),
    '  good: refused-unchanged',
    expect.stringMatching(/^ {2}not exercised: retry-after, .*\. Scenarios that show more: rate-limit-recovery, /),
    '',
  ])
})

test('with --all, a table says how each client would meet each verdict', async () => {
  const { run, read } = await worldWithClient()
  await read('a')
  const { out } = await run('verdict', '--all')

  expect(out).toMatch(/^Testdepartementet 991825827, client my-client\n/)
  expect(out).toMatch(/refused-unchanged +my-client +good/)
  expect(out).toMatch(/retry-after +my-client +not-exercised +try rate-limit-recovery/)
})

test('each caller has a part of its own, and calls without a token are anonymous', async () => {
  const { run, read, knobs } = await worldWithClient()
  await read('a')
  const { token } = await knobs.token({ orgNo: '347147753' })
  await fetch(`${url}/worlds/${knobs.name}/broker/api/v1/filetransfer/none`, { headers: { authorization: `Bearer ${token}` } })
  await fetch(`${url}/worlds/${knobs.name}/future/shipment/a`)
  expect((await run('verdict')).out.split('\n\n').map((part) => part.split('\n')[0])).toEqual([
    'Testdepartementet 991825827, client my-client',
    expect.stringMatching(/^Jensen Regnskap AS 347147753, client [0-9a-f-]{36}$/),
    'anonymous',
  ])
})

test('a bad client fails, with what to change', async () => {
  const { run, read } = await worldWithClient()
  await read('a')
  await read('a')
  const { code, out } = await run('verdict', '--set', '2026-11')

  expect(code).toBe(1)
  expect(out).toMatch(/^ {2}2 calls: 1 bad, /m)
  expect(out).toContain(
    '  bad: refused-unchanged: A client does not retry a refused call unchanged. Calls 1, 2 contradict this.\n    Retry only after lost replies',
  )
  expect(await run('verdict', '--caller', 'my-cleint')).toMatchObject(misuse('my-client'))
  expect(JSON.parse((await run('verdict', '--json')).out)).toMatchObject({ watched: true })
})

test('a scenario that no call met fails', async () => {
  const { run, knobs, read } = await worldWithClient()
  await knobs.scenarios.use('storage-not-ready')
  await read('a')
  const { code, out } = await run('verdict')

  expect(code).toBe(1)
  expect(out).toContain('The scenario storage-not-ready was active, but affected no calls.')
})

test('a known fault passes, and one that is gone fails', async () => {
  const { runIn, read } = await worldWithClient()
  await read('a')
  await read('a')
  const folder = folderWith({
    'known.yaml': 'verdicts:\n  - { id: refused-unchanged, caller: my-client }\n',
    'stale.yaml': 'verdicts:\n  - id: refused-unchanged\n  - { id: back-off, caller: my-client }\n',
    'wrong.yaml': 'verdicts:\n  - id: backoff\n',
  })
  const judged = (file: string) => runIn({ folder }, 'verdict', '--baseline', file)

  expect(await judged('known.yaml')).toMatchObject({ code: 0, out: expect.stringContaining('  bad, known: refused-unchanged: ') })
  const inJson = async (file: string) => JSON.parse((await runIn({ folder }, 'verdict', '--baseline', file, '--json')).out)
  expect(await inJson('known.yaml')).toMatchObject({ failed: false, red: [], known: [{ id: 'refused-unchanged', caller: 'my-client' }] })
  expect(await inJson('stale.yaml')).toMatchObject({
    failed: true,
    red: ['stale.yaml contains back-off of my-client, which no longer occurs. Remove it.'],
  })
  expect(await judged('stale.yaml')).toMatchObject({
    code: 1,
    out: expect.stringContaining('stale.yaml contains back-off of my-client, which no longer occurs. Remove it.'),
  })
  expect(await judged('wrong.yaml')).toMatchObject(misuse('unknown verdict "backoff". Did you mean back-off?'))
})

test('verdicts come as JUnit XML, as SARIF and as a page, and what a client wrote stays text', async () => {
  const here = inNewWorld()
  const { token } = await here.knobs.token({ org: 'ttd', clientId: '<script>"&' })
  const read = () => fetch(`${url}/worlds/${here.world}/future/shipment/a`, { headers: { authorization: `Bearer ${token}` } })
  await read()
  await read()
  const as = async (format: string) => (await here.run('verdict', '--format', format)).out
  const [junit, sarif, html] = [await as('junit'), JSON.parse(await as('sarif')), await as('html')]

  expect(junit).toContain(
    `<testsuite name="&lt;script&gt;&quot;&amp;" tests="${verdicts.filter(({ look }) => look).length}" failures="1" errors="0"`,
  )
  expect(junit).toContain('<failure type="bad" message="A client does not retry a refused call unchanged. Calls 1, 2 contradict this.">')
  expect(new new Window().DOMParser().parseFromString(junit, 'text/xml').querySelectorAll('testcase > failure').length).toBe(1)
  expect(sarif).toMatchObject({
    version: '2.1.0',
    runs: [{ tool: { driver: { name: 'Standin' } }, results: [{ ruleId: 'refused-unchanged', level: 'error', baselineState: 'new' }] }],
  })
  expect(html).toContain('<h1>Verdicts on clients: failed</h1>')
  expect(html).not.toContain('<script>')
})

test('an advice fails only where it is asked for', async () => {
  const { run, knobs } = await worldWithClient()
  const { token } = await knobs.token({ orgNo: '347147753', clientId: 'my-client' })
  const parties = { sender: '0192:347147753', recipients: ['0192:370916446'] }
  const body = JSON.stringify({ fileName: 'a.txt', resourceId: 'standin-plain', sendersFileTransferReference: 'a', ...parties })
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  await fetch(`${url}/worlds/${knobs.name}/broker/api/v1/filetransfer`, { method: 'POST', headers, body })

  expect(await run('verdict')).toMatchObject({
    code: 0,
    out: expect.stringMatching(/^ {2}advice: checksum: .* Call 1 contradicts this\.$/m),
  })
  expect(await run('verdict', '--fail-on', 'advice')).toMatchObject({
    code: 1,
    out: expect.stringContaining('advice: checksum: '),
  })
})

test('without a call, nobody is judged', async () => {
  expect(await inNewWorld().run('verdict')).toMatchObject({ code: 0, out: 'No client has made a call.\n' })
})

test('a server that logs its calls, and a reader of open lines, hide no fault of a call with a body', async () => {
  const { child, line } = startProcess(['--verdicts'])
  const { url: at = '' } = /(?<url>http:\/\/127\.0\.0\.1:\d+)/.exec(await line())?.groups ?? {}
  const json = { 'content-type': 'application/json' }
  const token = await fetch(`${at}/_standin/tokens`, { method: 'POST', headers: json, body: '{"org":"ttd","clientId":"my-client"}' })
  const headers = { ...json, authorization: `Bearer ${(await token.json()).token}` }
  const order = (idempotencyId: string) =>
    fetch(`${at}/future/orders`, { method: 'POST', headers, body: JSON.stringify({ idempotencyId }) })
  for (const id of ['a', 'a']) expect((await order(id)).status).toBe(400)
  const gate = `${at}/_standin/gates/notifications.createOrder/after-work`
  await fetch(gate, { method: 'PUT' })
  const held = order('b')
  await expect.poll(async () => (await (await fetch(`${at}/_standin/journal`)).json()).total).toBe(3)
  await fetch(gate, { method: 'DELETE' })
  await held
  await order('b')

  const { code, out } = await runAlone(['verdict', '--url', at])
  child.kill('SIGTERM')
  expect(code).toBe(1)
  expect(out).toMatch(/bad: refused-unchanged: .* Calls 1, 2, 3, 4 contradict this/)
})
