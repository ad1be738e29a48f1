/** `standin journal`. */
import { expect, test } from 'vitest'
import { serverForFile } from '../support/command-line.ts'
import { orderTo, toPhone, ttd } from '../support/orders.ts'

const { inNewWorld } = await serverForFile()

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
