/** The last second of the calendar: times after it are refused, or become the end. */
import { setTimeout as pause } from 'node:timers/promises'
import { endOfTime } from '../src/service/wire/timestamp.ts'
import { control } from './support/control.ts'
import { initialized, sender } from './support/file-transfers.ts'
import { placed, recordOf, toEmail } from './support/orders.ts'
import { expect, rule, test } from './support/rule.ts'

const last = '9999-12-31T23:59:59.999Z'
/** Half a second before the end. */
const lastCall = { now: endOfTime - 500 } as const

test('a scenario cannot be switched on beyond the end of the calendar', async ({ ask }) => {
  const params = { name: 'outage-register' }
  const use = (ttl: string) => ask('control.activateScenario', { params, body: { ttl } })

  expect(await use('P9999999W')).toMatchObject({ status: 400 })
  expect(await use('P999999W')).toMatchObject({ status: 400, body: { detail: `ttl: a scenario cannot stay on past ${last}.` } })
  expect((await ask('control.showScenario', { params })).body.active).toBe(false)
  expect((await use('P900000D')).body.until).toBe('4490-07-13T10:00:00Z')
})

test('a rule ends within the calendar, at a time with a zone', async ({ ask }) => {
  const define = (until: string) => ask('control.defineScenario', { body: { name: 'x', summary: 'X', rules: [{ outage: 'sms', until }] } })

  expect((await define('9999-12-31T23:59:59-01:00')).body.detail).toContain('rules[0].until: "9999-12-31T23:59:59-01:00" is not a time')
  expect((await define('2026-12-01T08:00:00')).body.detail).toContain('is not a time with a time zone, such as 2026-12-01T08:00:00Z.')
  expect((await define(last)).status).toBe(201)
  expect((await ask('control.showScenario', { params: { name: 'x' } })).body.rules[0].until).toBe(last)
})

test('a token, a transfer and an allowance that outlast the calendar end with it', async () => {
  const { ask, client } = control({ ...lastCall, rateLimits: 'current' })
  const token = await ask('control.makeToken')
  const fileTransferId = await initialized(client)
  const overview = await client.call('fileTransfer.overview', { as: sender, params: { fileTransferId } })
  const { limits } = (await ask('control.listLimits')).body

  expect(token.body.expiresAt).toBe(last)
  expect(token.body.claims.exp).toBe(Math.floor(lastCall.now / 1000) + 1800)
  expect(overview.body.expirationTime).toBe(last.replace('Z', '+00:00'))
  expect(limits.map(({ resetsAt }: { resetsAt: string }) => resetsAt)).toEqual(limits.map(() => last))
  expect(limits).not.toEqual([])
})

rule('decisions §8', 'a job that is booked past the calendar never comes due, and is not waited for', async () => {
  const here = control(lastCall)
  const [id] = await placed(here, toEmail())
  const clock = (await here.ask('control.showClock')).body
  const settled = await here.ask('control.advanceClock', { body: { until: 'settled', atMost: 'PT0.4S' } })
  const past = await here.ask('control.advanceClock', { body: { by: 'PT0.5S' } })
  const end = await here.ask('control.advanceClock', { body: { to: last } })

  expect(clock).toMatchObject({ next: null, pending: [], total: 0 })
  expect(settled).toMatchObject({ status: 200, body: { total: 0, now: '9999-12-31T23:59:59.499Z' } })
  expect(past).toMatchObject({ status: 200, body: { total: 0, now: last } })
  expect(end).toMatchObject({ status: 200, body: { total: 0, now: last } })
  expect((await here.ask('control.advanceClock', { body: { by: 'PT0.001S' } })).body.detail).toBe(`The clock cannot go past ${last}.`)
  expect(recordOf(here, id).status).toBe('Order_Registered')
})

rule('decisions §8', 'a running clock stops at the end of the calendar', async () => {
  const { ask } = control({ now: endOfTime - 5 })
  await ask('control.resumeClock', { body: { speed: 1000 } })
  await pause(20)

  expect((await ask('control.showClock')).body.now).toBe(last)
})
