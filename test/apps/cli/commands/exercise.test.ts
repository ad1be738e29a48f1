/** `standin exercise`: a command under each scenario that its client can meet. */
import { expect, test } from 'vitest'
import { redIn } from '../../../../src/apps/cli/commands/exercise.ts'
import { run, serverForFile } from '../../../support/command-line.ts'

const { url, simulator } = await serverForFile()

/** A client of one file that orders a notification, and calls `answer` with the status. */
const client = (answer: string) => [
  process.execPath,
  '--input-type=module',
  '-e',
  `const base = process.env.STANDIN_URL
  const json = { 'content-type': 'application/json' }
  const post = (path, body, headers) => fetch(base + path, { method: 'POST', headers: { ...json, ...headers }, body: JSON.stringify(body) })
  const admin = process.env.STANDIN_ADMIN_TOKEN && { authorization: 'Bearer ' + process.env.STANDIN_ADMIN_TOKEN }
  const { token } = await (await post('/_standin/tokens', { org: 'ttd', clientId: 'mine' }, admin)).json()
  const emailSettings = { subject: 'Hello', body: 'Hello' }
  const order = { idempotencyId: 'a', recipient: { recipientEmail: { emailAddress: 'someone@example.org', emailSettings } } }
  const send = () => post('/future/orders', order, { authorization: 'Bearer ' + token }).then(({ status }) => status, () => 0)
  ${answer}`,
]
const careful = client('process.exit((await send()) < 300 ? 0 : 3)')
const stubborn = client('for (let attempt = 0; attempt < 9; attempt++) if ((await send()) === 201) process.exit(0); process.exit(3)')

test('a client that gives up is not bad, and its exit code is shown, not judged', async () => {
  const { code, out } = await run(['exercise', '--only', 'bad-request', '--only', 'internal-error', '--', ...careful])

  expect(code).toBe(0)
  expect(out).toMatch(/^SCENARIO +EXIT +MET +BAD +ADVICE +GOOD\n\(none\) +0 +- +-/)
  expect(out).toMatch(/\nbad-request +3 +yes +- +- +refused-unchanged/)
  expect(out).toContain('Never exercised: retry-after (try rate-limit-recovery, rate-limit-date, fail-twice-then-succeed)')
})

test('a stubborn client is bad where a scenario shows it, on a server that runs, and leaves no world behind', async () => {
  const { code, out } = await run([
    'exercise',
    '--server',
    url,
    '--json',
    '--only',
    'bad-request',
    '--only',
    'internal-error',
    '--',
    ...stubborn,
  ])
  const { runs, leftOut } = JSON.parse(out)

  expect(code).toBe(1)
  expect(runs.map(({ scenario, exitCode, met }: Record<string, unknown>) => [scenario, exitCode, met])).toEqual([
    [null, 0, true],
    ['bad-request', 3, true],
    ['internal-error', 3, true],
  ])
  expect(runs.map(({ verdicts }: { verdicts: Record<string, string> }) => [verdicts['refused-unchanged'], verdicts['back-off']])).toEqual([
    ['not-exercised', 'not-exercised'],
    ['bad', 'not-exercised'],
    ['not-exercised', 'bad'],
  ])
  expect(leftOut).toEqual([])
  expect(simulator.worlds().map(({ name }) => name)).toEqual(['default'])
})

test('what is wrong without a scenario is said first, and a client whose calls are all refused runs under no scenario', async () => {
  const program = (code: string) => [process.execPath, '--input-type=module', '-e', code]
  const wrong = program("await fetch(process.env.STANDIN_URL + '/api/GetEnterpriseToken?env=tt02'); process.exit(4)")
  const { code, out, err } = await run(['exercise', '--server', url, '--only', 'bad-request', '--', ...wrong])
  const sentences = [
    'Without a scenario, the command ends with exit code 4.',
    expect.stringMatching(/^Without a scenario, authentication\.getEnterpriseToken answered 400: .*, so nothing after it was tried\.$/),
  ]

  expect(code).toBe(1)
  expect(err.split('\n').slice(1, 3)).toEqual(sentences)
  expect(out.split('\n').slice(0, 4)).toEqual([...sentences, '', expect.stringContaining('SCENARIO')])
  expect(out).toContain('\nred: Without a scenario, each call of the command is refused, so it ran under no scenario.\n')
  expect(out).not.toContain('bad-request ')
})

test('a scenario that was asked for and that no call meets fails', async () => {
  const { code, out } = await run(['exercise', '--server', url, '--only', 'storage-not-ready', '--', ...careful])

  expect(code).toBe(1)
  expect(out).toMatch(/storage-not-ready +0 +no/)
  expect(out).toContain('\nred: No call met storage-not-ready.\n')
})

test('a scenario that does not exist is refused before the first run', async () => {
  expect(await run(['exercise', '--server', url, '--only', 'outage-al', '--', 'none-such-command'])).toMatchObject({
    code: 2,
    err: expect.stringContaining('--only: there is no scenario "outage-al". Did you mean outage-all?'),
  })
})

test('without --only, the scenarios are those that the operations of the client can meet', async () => {
  const { code, out } = await run(['exercise', '--server', url, '--limit', '2s', '--json', '--', ...careful])
  const { runs, leftOut, red } = JSON.parse(out)
  const names = [...runs.flatMap(({ scenario }: { scenario: string | null }) => scenario ?? []), ...leftOut]

  expect(names).toEqual(expect.arrayContaining(['internal-error', 'order-lost-reply', 'outage-register', 'unavailable-create-order']))
  expect(names).not.toContain('download-truncated')
  expect(names).not.toContain('rate-limit-search')
  expect(leftOut).not.toEqual([])
  expect([code, red[0]]).toEqual([1, expect.stringContaining(`--limit was over before the runs under ${leftOut.join(', ')}.`)])
})

test('a command that does not end is ended, and what did not run is named', async () => {
  const endless = ['--', ...client('await send(); setInterval(() => {}, 1000)')]
  const words = ['exercise', '--server', url, '--limit', '3s', '--only', 'slow']
  const { code, out } = await run([...words, ...endless])

  expect(code).toBe(1)
  expect(out).toMatch(/\n\(none\) +limit /)
  expect(out).toContain('\nred: --limit was over before the runs under slow. ')
  expect(out).toContain('\nred: --limit ended the command before it was done: the run without a scenario. ')

  const accepted = await run([...words, '--allow-partial', '--json', ...endless])

  expect(accepted.code).toBe(0)
  expect(JSON.parse(accepted.out)).toMatchObject({ runs: [{ exitCode: null, cut: true }], leftOut: ['slow'], red: [] })
})

test('a command that calls nothing is red', async () => {
  const { code, out } = await run(['exercise', '--server', url, '--', process.execPath, '-e', ''])

  expect(code).toBe(1)
  expect(out).toContain('\nred: The command called nothing. Its service is the address in STANDIN_URL.\n')
})

test('a scenario that does not exist is refused with the nearest one', async () => {
  expect(await run(['exercise', '--server', url, '--only', 'slwo', '--', ...careful])).toMatchObject({
    code: 2,
    err: expect.stringContaining('--only: there is no scenario "slwo". Did you mean slow?'),
  })
})

const clean = { scenario: null, exitCode: 0, cut: false, met: true, verdicts: {} }
const slow = { ...clean, scenario: 'slow' }
const all = { runs: [clean, slow], leftOut: [], isCalled: true, isAllRefused: false, isAsked: true, allowPartial: false }

test('an exercise that ran to its end is not red', () => {
  expect(redIn(all)).toEqual([])
})

test('scenarios that did not run, or not to their end, are red and named, unless that is accepted', () => {
  const partial = { ...all, runs: [clean, { ...slow, exitCode: null, cut: true, met: false }], leftOut: ['outage-all', 'bad-request'] }

  expect(redIn(partial)).toEqual([
    expect.stringMatching(/^--limit was over before the runs under outage-all, bad-request\. .*--allow-partial/),
    expect.stringMatching(/^--limit ended the command before it was done: slow\. .*--allow-partial/),
  ])
  expect(redIn({ ...partial, allowPartial: true })).toEqual([])
})

test('a scenario that was asked for and that nothing met is red, also where a part is accepted', () => {
  const unmet = { ...all, runs: [clean, { ...slow, met: false }] }

  expect(redIn({ ...unmet, allowPartial: true })).toEqual(['No call met slow.'])
  expect(redIn({ ...unmet, isAsked: false })).toEqual([])
})

test('a command that calls nothing is red, also where a part is accepted', () => {
  expect(redIn({ ...all, isCalled: false, isAllRefused: false, allowPartial: true })).toEqual([expect.stringContaining('STANDIN_URL')])
})
