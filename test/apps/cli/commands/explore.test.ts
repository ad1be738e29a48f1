/** `standin explore`: a command under faults that are searched for. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { type Element, Window } from 'happy-dom'
import { expect, onTestFinished, test } from 'vitest'
import type { Explored } from '../../../../src/index.ts'
import { jobs } from '../../../../src/service/areas/index.ts'
import { command, failure, misuse, run } from '../../../support/command-line.ts'
import { folderWith } from '../../../support/folder.ts'

/** A client of one file that orders anew after a lost reply. */
const client = `
const { STANDIN_URL: url, STANDIN_ADMIN_TOKEN: admin } = process.env
const post = (path, token, body) =>
  fetch(url + path, { method: 'POST', headers: { 'content-type': 'application/json', authorization: 'Bearer ' + token }, body: JSON.stringify(body) })
const { token } = await (await post('/_standin/tokens', admin, { org: 'ttd' })).json()
const emailAddress = 'someone@example.org'
for (let attempt = 0; attempt < 3; attempt++) {
  const idempotencyId = crypto.randomUUID()
  const recipient = { recipientEmail: { emailAddress, emailSettings: { subject: 'Hello', body: 'Hello' } } }
  const reply = await post('/future/orders', token, { idempotencyId, recipient }).catch(() => undefined)
  if (await reply?.json().catch(() => undefined)) process.exit(0)
}
process.exit(1)`

/** A client whose first call is wrong, and that ends as if nothing were. */
const wrongFromTheStart = `await fetch(process.env.STANDIN_URL + '/api/GetEnterpriseToken?env=tt02')`

/** A client whose order is wrong, and that ends as if nothing were. */
const wrongOrder = `
const { STANDIN_URL: url, STANDIN_ADMIN_TOKEN: admin } = process.env
const query = 'env=tt02&org=ttd&orgNo=991825827&scopes=altinn:serviceowner/notifications.create'
const token = await fetch(url + '/api/GetEnterpriseToken?' + query).then((reply) => reply.text()).catch(() => 'none')
const headers = { 'content-type': 'application/json', authorization: 'Bearer ' + token }
await fetch(url + '/future/orders', { method: 'POST', headers, body: '{}' }).catch(() => {})`

test('a client whose calls are all refused without faults is not explored', { timeout: 30_000 }, async () => {
  const folder = folderWith({ 'client.mjs': wrongFromTheStart })
  expect(await run(['explore', '--runs', '60', '--', process.execPath, 'client.mjs'], { folder })).toMatchObject(
    misuse(
      /Without faults, the command exits with code 0\. authentication\.getEnterpriseToken returned 400: .*, so no later calls were tested\. All of its calls are refused\./,
    ),
  )
})

test('what a client is refused without faults is said before the runs with faults, and first in the report', {
  timeout: 60_000,
}, async () => {
  const folder = folderWith({ 'client.mjs': wrongOrder })
  const { out, err } = await run(['explore', '--runs', '2', '--', process.execPath, 'client.mjs'], { folder })
  const sentence = /^Without faults, notifications\.createOrder returned 400: \$: JSON deserialization .*, so no later calls were tested\.$/

  expect(err.split('\n').find((line) => !line.startsWith('Progress: '))).toMatch(sentence)
  expect(out.split('\n')[0]).toMatch(sentence)
  expect(out).toContain('\nNone of the injected faults broke the client in the calls it made.\n')
})

test('a folder that cannot hold what is found is refused before the first run', async () => {
  const folder = folderWith({ file: '' })
  expect(await run(['explore', '--found', 'file/found', '--', process.execPath, 'client.mjs'], { folder })).toMatchObject(
    misuse(`--found: ${join(folder, 'file')} is a file. Specify a folder.`),
  )
})

test('an invariant of your own with the name of a built-in one is refused before the first run', async () => {
  const folder = folderWith({ 'standin.invariants.yaml': 'invariants: [{ name: ordered-once, records: orders, count: 1 }]\n' })
  expect(await run(['explore', '--', process.execPath, 'client.mjs'], { folder })).toMatchObject(
    misuse('an invariant named ordered-once already exists. Choose another name.'),
  )
})

test('a fault that breaks a client is said in a sentence, and written as a scenario and a capsule', { timeout: 60_000 }, async () => {
  const folder = folderWith({
    'client.mjs': client,
    'standin.invariants.yaml': 'invariants: [{ name: one-order, records: orders, count: 1 }]\n',
  })
  const { code, out, err } = await run(['explore', '--runs', '1', '--format', 'json', '--', process.execPath, 'client.mjs'], { folder })
  const { runs, findings, points } = JSON.parse(out)
  const found = 'found/found-ordered-once-create-order'

  expect(code).toBe(1)
  expect(err).toMatch(/1 of 1 runs, \d+ of \d+ points reached, 1 failed\n/)
  expect(err).toMatch(/1 of 1 runs, .*, 1 failed, minimizing the faults: run 1\n/)
  expect(runs).toBe(1)
  expect(findings.map(({ problem }: { problem: string }) => problem)).toEqual(['invariant ordered-once', 'invariant one-order'])
  expect(findings[0].sentence).toContain('your client orders again with a new idempotencyId: two messages to someone@example.org')
  expect(readFileSync(join(folder, `${found}.yaml`), 'utf8')).toContain('when: after-work')
  expect(existsSync(join(folder, `${found}.capsule`))).toBe(true)
  expect(await run(['capsule', 'replay', `${found}.capsule`], { folder })).toMatchObject({
    code: 0,
    out: expect.stringContaining('all replies are the same.'),
  })
  expect(points.length).toBeGreaterThan(20)
})

const pageOf = (html: string) => new new Window().DOMParser().parseFromString(html, 'text/html')

/** The cells of a grid as a report in JSON has them. */
const cellsOf = (grid: Element) =>
  [...grid.querySelectorAll('tbody tr')].flatMap((row) => {
    const place = row.querySelector('th')?.textContent ?? ''
    const faults = [...grid.querySelectorAll('thead th')].slice(1).map(({ textContent }) => textContent)
    return [...row.querySelectorAll('td')].flatMap(({ className }, at) => (className ? `${place} ${faults[at]}: ${className}` : []))
  })

test('the report as a page has the figures of the report as data, and shows text of others as text', { timeout: 60_000 }, async () => {
  const hostile = 'has <img src=x onerror=alert(1)> "too many" & <script>alert(2)</script> orders'
  const folder = folderWith({
    'client.mjs': client,
    'standin.invariants.yaml': JSON.stringify({ invariants: [{ name: 'one-order', sentence: hostile, records: 'orders', count: 1 }] }),
  })
  const explored = (format: string) =>
    run(['explore', '--runs', '6', '--seed', '3', '--format', format, '--', process.execPath, 'client.mjs'], { folder })
  const { findings, points, runs, seed }: Explored = JSON.parse((await explored('json')).out)
  const document = pageOf((await explored('html')).out)
  const [calls, ofJobs] = [...document.querySelectorAll('.grid')]
  const figures = (isJob: boolean) =>
    points
      .filter(({ target }) => jobs.some(({ id }) => id === target) === isJob)
      .map(({ target, nth, fault, meeting }) => `${target} ${nth} ${fault}: ${meeting}`)
      .sort()

  expect([...document.querySelectorAll('ol li')].map(({ textContent }) => textContent)).toEqual(findings.map(({ sentence }) => sentence))
  expect(findings.map(({ sentence }) => sentence)).toContainEqual(expect.stringContaining(hostile))
  expect(document.querySelectorAll('img, script')).toHaveLength(0)
  expect(document.querySelector('h1')?.textContent).toBe(`Exploration: ${findings.length} found`)
  expect(document.querySelector('main > p')?.textContent).toBe(
    `${runs} ${runs === 1 ? 'run' : 'runs'} with seed ${seed}. ${points.filter(({ meeting }) => meeting === 'effective').length} of ${points.length} points effective.`,
  )
  expect([...document.querySelectorAll('.grid')].map((grid) => grid.getAttribute('aria-label'))).toEqual(['Calls', "The service's jobs"])
  expect(calls && cellsOf(calls).sort()).toEqual(figures(false))
  expect(ofJobs && cellsOf(ofJobs).sort()).toEqual(figures(true))
  expect(new Set(points.map(({ meeting }) => meeting))).toContain('effective')
})

test('what --expect demands is refused where it has no such word', async () => {
  expect(await run(['explore', '--expect', '409=maybe', '--', 'true'])).toMatchObject(misuse('--expect is "409=maybe"'))
})

test.each([
  ['teapot=end', 'no fault has the name, part of a name, or status "teapot". Valid: '],
  ['409=end forbiden=survive', '"forbiden". Did you mean forbidden? Valid: forbidden, '],
  ['418=end', 'or status "418"'],
])('--expect %s names no fault, and is refused before the first run', async (expected, said) => {
  expect(await run(['explore', '--expect', expected, '--', 'none-such-command'])).toMatchObject(misuse(said))
})

test('--expect takes a status, a refusal, and the first or the last word of a fault', async () => {
  const expected =
    '403=survive NOT-00001=end refused=end ends=another Email_Failed_Bounced=end lost-reply=end event-twice=end scan-stuck=end'

  expect(await run(['explore', '--expect', expected, '--', 'none-such-command'])).toMatchObject(
    failure('"none-such-command" cannot be run'),
  )
})

/** A client of one file that orders an email, and calls `answer` with the status of each attempt. */
const ordering = (answer: string) => [
  process.execPath,
  '--input-type=module',
  '-e',
  `const { STANDIN_URL: url, STANDIN_ADMIN_TOKEN: admin } = process.env
  const post = (path, token, body) =>
    fetch(url + path, { method: 'POST', headers: { 'content-type': 'application/json', authorization: 'Bearer ' + token }, body: JSON.stringify(body) })
  const { token } = await (await post('/_standin/tokens', admin, { org: 'ttd', clientId: 'mine' })).json()
  const emailSettings = { subject: 'Hello', body: 'Hello' }
  const order = { idempotencyId: 'a', recipient: { recipientEmail: { emailAddress: 'someone@example.org', emailSettings } } }
  const send = (more) => post('/future/orders', token, { ...order, ...more }).then(({ status }) => status, () => 0)
  ${answer}`,
]
const careful = ordering('process.exit((await send()) < 300 ? 0 : 3)')
const stubborn = ordering('for (let attempt = 0; attempt < 12; attempt++) if ((await send()) === 201) process.exit(0); process.exit(3)')
const orderingAnew = ordering(
  'for (const idempotencyId of ["a", "b", "c"]) if ((await send({ idempotencyId })) === 201) process.exit(0); process.exit(3)',
)
const under = (...args: string[]) => run(['explore', '--scenarios', ...args], { folder: folderWith() })

test('under scenarios, a client that gives up is not bad: its exit code is shown, not judged', { timeout: 30_000 }, async () => {
  const { code, out, err } = await under('--only', 'bad-request', '--only', 'internal-error', '--', ...careful)

  expect(code).toBe(0)
  expect(out).toMatch(/^SCENARIO +EXIT +AFFECTED +BAD +ADVICE +GOOD\n\(none\) +0 +- +-/)
  expect(out).toMatch(/\nbad-request +3 +yes +- +- +refused-unchanged/)
  expect(out).toContain('Never exercised: retry-after (try rate-limit-recovery, rate-limit-date, fail-twice-then-succeed)')
  expect(err).toMatch(/2 of 2: (?:bad-request|internal-error): exit code 3\n/)
})

test('under scenarios, a client is bad by its calls or by the world that it leaves', { timeout: 60_000 }, async () => {
  const only = ['bad-request', 'internal-error', 'order-lost-reply'].flatMap((name) => ['--only', name])
  const [{ code, out }, anew] = [await under('--json', ...only, '--', ...stubborn), await under('--json', ...only, '--', ...orderingAnew)]
  const { runs, leftOut, red } = JSON.parse(out)
  const wordsOf = ({ scenario, exitCode, verdicts }: { scenario: string; exitCode: number; verdicts: Record<string, string> }) =>
    [scenario, exitCode, verdicts['refused-unchanged'], verdicts['retry-end'], verdicts['ordered-once']] as const

  expect([code, leftOut, red]).toEqual([1, [], []])
  expect(runs.map(wordsOf)).toEqual([
    [null, 0, 'not-exercised', 'not-exercised', undefined],
    ['bad-request', 3, 'bad', 'not-exercised', undefined],
    ['internal-error', 3, 'not-exercised', 'bad', undefined],
    ['order-lost-reply', 3, expect.anything(), expect.anything(), undefined],
  ])
  expect(JSON.parse(anew.out).runs.map(wordsOf).at(-1)).toEqual(['order-lost-reply', 0, 'not-exercised', 'not-exercised', 'bad'])
})

test('a scenario for a span of time ends while the client waits', { timeout: 30_000 }, async () => {
  const brief = JSON.stringify({ summary: 'The database is away for a moment', rules: [{ outage: 'database', for: 'PT0.3S' }] })
  const folder = folderWith({ 'brief.yaml': brief })
  const patient = ordering(
    'for (let attempt = 1; attempt < 6; attempt++) { if ((await send()) === 201) process.exit(0); await new Promise((done) => setTimeout(done, 100 * attempt)) }; process.exit(3)',
  )
  const { code, out } = await run(['explore', '--scenarios', '--only', 'brief', '--', ...patient], {
    folder,
    env: { STANDIN_SCENARIOS: '.' },
  })

  expect([code, out]).toEqual([0, expect.stringMatching(/\nbrief +0 +yes /)])
})

test('without --only, the scenarios are those that the calls of the client can meet; what no time was left for is red', {
  timeout: 60_000,
}, async () => {
  const { code, out } = await under('--time', '1s', '--json', '--', ...careful)
  const { runs, leftOut, red } = JSON.parse(out)
  const names = [...runs.flatMap(({ scenario }: { scenario: string | null }) => scenario ?? []), ...leftOut]

  expect(names).toEqual(expect.arrayContaining(['internal-error', 'order-lost-reply', 'outage-register', 'unavailable-create-order']))
  expect(names).not.toContain('download-truncated')
  expect([code, red]).toEqual([1, [expect.stringContaining(`--time ended before the runs under ${leftOut.join(', ')}.`)]])

  const accepted = await under('--time', '0s', '--only', 'slow', '--allow-partial', '--', ...careful)

  expect([accepted.code, accepted.out]).toEqual([0, expect.stringContaining('\nNot run, because the time limit was reached: slow.\n')])
})

test('a scenario that was asked for and that no call meets is red', { timeout: 30_000 }, async () => {
  const { code, out } = await under('--only', 'storage-not-ready', '--', ...careful)

  expect([code, out]).toEqual([
    1,
    expect.stringMatching(/storage-not-ready +0 +no .*\n(?:.*\n)*red: No call or job was affected by storage-not-ready\.\n/),
  ])
})

test.each([
  [['--scenarios', '--only', 'outage-al'], '--only: unknown scenario "outage-al". Did you mean outage-all?'],
  [['--scenarios', '--runs', '3'], '--runs applies only to a search. It cannot be combined with --scenarios.'],
  [['--scenarios', '--format', 'html'], '--format applies only to a search. It cannot be combined with --scenarios.'],
  [['--only', 'slow'], '--only needs --scenarios.'],
  [['--allow-partial'], '--allow-partial needs --scenarios.'],
])('explore %j is refused before the first run', async (args, said) => {
  expect(await run(['explore', ...args, '--', 'none-such-command'])).toMatchObject(misuse(said))
})

/** A command that leaves a server in the background, which writes its port into a file. The command itself ends, or waits. */
const leaving = (waits: boolean) => `
const { spawn } = require('node:child_process')
const { existsSync } = require('node:fs')
const server = "const s = require('node:http').createServer((_, r) => r.end()).listen(0, '127.0.0.1', () => require('node:fs').writeFileSync('port', String(s.address().port))); setTimeout(() => process.exit(), 60000)"
spawn(process.execPath, ['-e', server], { stdio: 'ignore' }).unref()
const looking = setInterval(() => existsSync('port') && !${waits} && process.exit(0), 5)`

/** Resolves when nothing listens at the port of a file any more. */
async function portClosed(file: string): Promise<void> {
  const url = `http://127.0.0.1:${readFileSync(file, 'utf8')}`
  while (await fetch(url, { headers: { connection: 'close' } }).then(Boolean, () => false)) await setTimeout(20)
}

test.skipIf(process.platform === 'win32')('what a command leaves in the background ends with its run', async () => {
  const folder = folderWith({ 'client.cjs': leaving(false) })

  expect(await run(['explore', '--', process.execPath, 'client.cjs'], { folder })).toMatchObject(misuse('The command made no calls.'))
  await portClosed(join(folder, 'port'))
})

test.skipIf(process.platform === 'win32')('Ctrl+C ends the command, and what it left in the background', async () => {
  const folder = folderWith({ 'client.cjs': leaving(true) })
  const child = spawn(process.execPath, [command, 'explore', '--', process.execPath, 'client.cjs'], { cwd: folder, stdio: 'ignore' })
  onTestFinished(() => void child.kill('SIGKILL'))
  const port = join(folder, 'port')
  while (!existsSync(port) || readFileSync(port, 'utf8') === '') await setTimeout(20)
  const exited = once(child, 'exit')
  child.kill('SIGINT')

  await portClosed(port)
  await exited
})
