/** `standin journal`. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { failure, misuse, serverForFile } from '../../../support/command-line.ts'
import { folderWith } from '../../../support/folder.ts'
import { orderTo, toPhone, ttd } from '../../../support/orders.ts'

const { inNewWorld, simulator } = await serverForFile()

async function called() {
  const here = inNewWorld()
  await here.knobs.scenarios.use('outage-database')
  await here.client.call('notifications.createOrder', { as: ttd, body: orderTo(toPhone()) })
  await here.knobs.scenarios.off()
  await here.client.call('notifications.createOrder', { as: ttd, body: orderTo(toPhone()) })
  await here.knobs.advance({ by: 1_000 })
  return here
}

const lines = (out: string) =>
  out
    .replace(/\d+ ms/g, '- ms')
    .split('\n')
    .map((line) => line.replace(/ {2,}/g, '|'))

test('each call is one line, with code, scenario and reason', async () => {
  const { run, knobs } = await called()
  const [first] = knobs.journal.list().journal

  expect(lines((await run('journal')).out)).toEqual([
    `1|2026-06-01T10:00:00Z|POST ${first?.path}|${first?.status}|${first?.code}|- ms|scenario outage-database; ${first?.why}`,
    `2|2026-06-01T10:00:00Z|POST ${first?.path}|201|- ms`,
    '',
  ])
})

test('--jobs lists what the service did by itself', async () => {
  const { run, knobs } = await called()
  const [line] = knobs.journal.list({ jobs: true }).journal

  expect(lines((await run('journal', '--jobs')).out)).toEqual([`2.0|2026-06-01T10:00:01Z|notifications.takeOrder|-|- ms|${line?.why}`, ''])
})

test('every filter reaches the server', async () => {
  const { run, knobs } = await called()
  const code = knobs.journal.list().journal[0]?.code ?? ''
  const ids = async (...args: string[]) =>
    JSON.parse((await run('journal', '--json', ...args)).out).journal.map(({ id }: { id: string }) => id)

  expect(await ids('--since', '1')).toEqual(['2'])
  expect(await ids('--limit', '1')).toEqual(['2'])
  expect(await ids('--operation', 'notifications', '--status', '201')).toEqual(['2'])
  expect(await ids('--operation', 'fileTransfer')).toEqual([])
  expect(await ids('--status', '5xx', '--code', code, '--scenario', 'outage-database')).toEqual(['1'])
})

test('an empty journal prints nothing', async () => {
  expect(await inNewWorld().run('journal')).toEqual({ code: 0, out: '', err: '' })
})

test('one line is shown in full: why, stages, rules, request and reply', async () => {
  const { run, knobs } = await called()
  const why = knobs.journal.find('1').why ?? ''
  const { code, out } = await run('journal', 'show', '1')

  expect(code).toBe(0)
  for (const part of [
    why,
    'caller       ttd',
    'rule         outage-database[0]: applied',
    'Request\n',
    '"idempotencyId"',
    'Reply\n',
    'NOT-00004',
  ])
    expect(out).toContain(part)
  expect(out).not.toContain('Bearer ey')
  expect(JSON.parse((await run('journal', 'show', '1', '--json')).out)).toMatchObject({ id: '1', status: 503 })
})

test('a line that does not exist is misuse', async () => {
  const { run } = inNewWorld()

  expect(await run('journal', 'show', '99')).toMatchObject(misuse('Journal line not found: "99"'))
})

test('--follow prints each line when it is closed, until the world is dropped', async () => {
  const here = inNewWorld()
  const followed = here.run('journal', '--follow', '--operation', 'notifications')
  await expect.poll(() => here.knobs.world.journal.following.size).toBe(1)
  await here.client.call('notifications.createOrder', { as: ttd, body: orderTo(toPhone()) })
  await here.client.call('fileTransfer.search', { query: { resourceId: 'standin-plain' } })
  simulator.drop(here.world)
  const { code, out } = await followed

  expect(code).toBe(0)
  expect(lines(out)).toEqual([expect.stringMatching(/^1\|2026-06-01T10:00:00Z\|POST .*\|201\|- ms$/), ''])
})

test('--follow begins now', async () => {
  const { run } = inNewWorld()

  expect(await run('journal', '--follow', '--limit', '5')).toMatchObject(misuse('--follow starts now, so'))
})

test('a verification that holds is 0, and one that fails is 1 with the nearest lines', async () => {
  const { run } = await called()
  const asked = ['journal', 'verify', '--operation', 'notifications.createOrder', '--status', '201', '--org', 'ttd']
  const good = await run(...asked, '--count', '1')
  const bad = await run(...asked, '--count', '2-')

  expect(good).toMatchObject({
    code: 0,
    out: expect.stringMatching(/^One line matches notifications.createOrder as described; 1 expected\.\n/),
  })
  expect(bad.code).toBe(1)
  expect(bad.out).toMatch(/at least 2 expected\.\nNEAREST .*DIFFERS\n1 .*status is 503, not "201"/)
})

test('more conditions are JSON', async () => {
  const { run } = await called()
  const verify = (where: string) => run('journal', 'verify', '--count', '1', '--where', where)

  expect((await verify('{"committed":true}')).code).toBe(0)
  expect((await verify('{"body":{"idempotencyId":"other"}}')).code).toBe(1)
  expect(await verify('[1]')).toMatchObject(misuse('--where is "[1]". Use a JSON object such as'))
})

test('export writes the calls as an HTTP Archive, without secrets', async () => {
  const { run } = await called()
  const { log } = JSON.parse((await run('journal', 'export')).out)
  const [refused, accepted] = log.entries

  expect(log).toMatchObject({ version: '1.2', creator: { name: 'Standin' } })
  expect(log.entries).toHaveLength(2)
  expect(refused).toMatchObject({
    startedDateTime: '2026-06-01T10:00:00Z',
    request: { method: 'POST', httpVersion: 'HTTP/1.1', postData: { mimeType: 'application/json' }, cookies: [], queryString: [] },
    response: { status: 503, statusText: 'Service Unavailable', redirectURL: '' },
    timings: { send: 0, receive: 0 },
    _standin: { id: '1', operation: 'notifications.createOrder', scenario: 'outage-database', committed: false },
  })
  expect(refused.request.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/worlds\/[^/]+\/future\/orders$/)
  expect(JSON.parse(refused.request.postData.text)).toHaveProperty('recipient')
  expect(JSON.parse(accepted.response.content.text)).toHaveProperty('notification')
  expect(accepted.response.content.size).toBe(Buffer.byteLength(accepted.response.content.text))
  expect(JSON.stringify(log)).not.toMatch(/Bearer ey/)
})

test('export --format jsonl stores a line for each call that fits, as journal show prints it', async () => {
  const { run } = await called()
  const folder = folderWith()
  const { out, code } = await run('journal', 'export', '--format', 'jsonl', '--status', '2xx', '--output', join(folder, 'calls.jsonl'))
  const stored = readFileSync(join(folder, 'calls.jsonl'), 'utf8')

  expect({ out, code }).toEqual({ out: '', code: 0 })
  expect(stored).toBe((await run('journal', 'show', '2', '--json')).out)
})

test('export refuses another format, and says where it cannot write', async () => {
  const { run } = await called()

  expect(await run('journal', 'export', '--format', 'xml')).toMatchObject(misuse('har'))
  expect(await run('journal', 'export', '--output', 'none/calls.har')).toMatchObject(failure('The calls were not saved at'))
})
