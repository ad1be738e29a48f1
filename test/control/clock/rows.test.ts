/** The clock over HTTP. */
import { nodePlatform } from '../../../src/platform/node.ts'
import { arrange } from '../../../src/service/failures/givens.ts'
import type { Platform } from '../../../src/service/world/platform.ts'
import { control, refusal } from '../../support/control.ts'
import { orderTo, toEmail, ttd } from '../../support/orders.ts'
import { expect, rule, test } from '../../support/rule.ts'
import { base, start } from '../../support/standin.ts'

rule('decisions §12', 'the clock shows its time and its bookings', async ({ ask, client }) => {
  const { fileTransferId } = await arrange(client, 'a file transfer is initialized')
  const { body } = await ask('control.showClock')

  expect(body).toEqual({
    now: start,
    mode: 'frozen',
    speed: 1,
    lead: 0,
    pace: 'fast',
    next: '2026-06-01T10:00:01Z',
    pending: [
      {
        at: '2026-06-01T10:00:01Z',
        what: 'events.publish',
        environment: 'test',
        cause: '1',
        data: {
          fileTransferId,
          name: 'filetransferinitialized',
          role: 'Sender',
          actor: '0192:347147753',
          resourceId: 'standin-plain',
          sender: '0192:347147753',
          base: 'http://standin.test',
        },
      },
      { at: '2026-07-01T10:00:00Z', what: 'fileTransfer.expire', environment: 'test', cause: '1', data: { fileTransferId } },
    ],
    total: 2,
  })
})

test('the clock shows the first hundred bookings, and counts all', async ({ ask, client }) => {
  for (let at = 0; at < 101; at++) await arrange(client, 'a file transfer is initialized')

  const { body } = await ask('control.showClock')

  expect(body.pending).toHaveLength(100)
  expect(body.total).toBe(202)
})

test('a clock without bookings has no next instant', async ({ ask }) => {
  expect((await ask('control.showClock')).body).toMatchObject({ next: null, pending: [], total: 0 })
})

rule('decisions §12', 'a clock is resumed and frozen', async ({ ask }) => {
  expect((await ask('control.resumeClock', { body: { speed: 60 } })).body).toMatchObject({ mode: 'real', speed: 60 })
  expect((await ask('control.freezeClock')).body).toMatchObject({ mode: 'frozen' })
  expect((await ask('control.resumeClock')).body).toMatchObject({ mode: 'real', speed: 1 })
})

test('a clock whose caller has left stops before the next booking', async () => {
  const leaving = new AbortController()
  const platform: Platform = {
    ...nodePlatform(),
    async call() {
      leaving.abort()
      return { status: 200, headers: {}, body: new TextEncoder().encode('{"sendNotification":true}') }
    },
  }
  const { client, send, simulator } = control({ platform })
  const conditionEndpoint = 'http://localhost:1/condition'
  for (const requestedSendTime of ['2026-06-02T10:00:00Z', '2026-06-03T10:00:00Z'])
    await client.call('notifications.createOrder', {
      as: ttd,
      body: orderTo(toEmail(), { idempotencyId: requestedSendTime, requestedSendTime, conditionEndpoint }),
    })
  const advance = new Request(`${base}/_standin/clock/advance`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"by":"P7D"}',
    signal: leaving.signal,
  })

  await expect(send(advance)).rejects.toThrow('fetch failed')
  expect(Math.floor(simulator.world.clock.now() / 86_400_000)).toBe(Math.floor(Date.parse('2026-06-02') / 86_400_000))
  expect(simulator.outbox.list().messages).toHaveLength(0)
  await simulator.advance({ by: 7 * 86_400_000 })
  expect(simulator.outbox.list().messages).toHaveLength(2)
})

test.for([
  [0, '0 is less than 0.001.'],
  [-1, '-1 is less than 0.001.'],
  [1e9, '1000000000 is more than 100000.'],
  ['2', '"2" is not a number.'],
  [null, 'null is not a number.'],
] as const)('a speed of %j is refused', async ([speed, mistake], { ask }) => {
  expect(await ask('control.resumeClock', { body: { speed } })).toMatchObject({ status: 400, body: { detail: `body.speed: ${mistake}` } })
})

rule('decisions §8', 'an advance does what comes due on the way, and lists it', async ({ ask, client }) => {
  const { fileTransferId } = await arrange(client, 'a published file transfer exists', { content: 'x' })
  const { body } = await ask('control.advanceClock', { body: { by: 'P40D' } })

  expect(body.now).toBe('2026-07-11T10:00:01Z')
  expect(body.happened).toContainEqual(
    expect.objectContaining({ at: '2026-07-01T10:00:00Z', what: 'fileTransfer.expire', id: fileTransferId }),
  )
  expect(body.total).toBe(body.happened.length)
  expect(body.counts['fileTransfer.expire']).toBe(1)
  expect(body).toMatchObject({ settled: true, booked: [] })
})

rule('decisions §8', 'an advance goes to a time', async ({ ask }) => {
  const { body } = await ask('control.advanceClock', { body: { to: '2026-12-01T09:00:00+01:00' } })

  expect(body).toEqual({ now: '2026-12-01T08:00:00Z', happened: [], total: 0, counts: {}, settled: true, booked: [] })
})

rule('decisions §8', 'an advance until settled leaves no working step', async ({ ask, client }) => {
  const params = await arrange(client, 'a file transfer is initialized')
  await client.call('fileTransfer.upload', { params, body: new Uint8Array([1]) })
  const { body } = await ask('control.advanceClock', { body: { until: 'settled' } })

  expect(body).toMatchObject({ now: '2026-06-01T10:00:02Z', counts: { 'fileTransfer.scan': 1 } })
})

/** Places an order that is due later. Returns the id of its shipment. */
async function orderedFor({ client }: Pick<ReturnType<typeof control>, 'client'>, requestedSendTime: string): Promise<string> {
  const { body } = await client.call('notifications.createOrder', {
    as: ttd,
    body: orderTo(toEmail(), { idempotencyId: requestedSendTime, requestedSendTime }),
  })
  return String(body.notification?.shipmentId)
}

rule(
  'decisions §8',
  'an advance until settled does not move the clock where no work falls due by its limit, and says what is booked',
  async ({ here }) => {
    await orderedFor(here, '2026-06-05T10:00:00Z')
    await orderedFor(here, '2999-01-01T00:00:00Z')
    const { body } = await here.ask('control.advanceClock', { body: { until: 'settled', atMost: 'P1D' } })

    expect(body).toEqual({
      now: start,
      happened: [],
      total: 0,
      counts: {},
      settled: false,
      booked: [{ what: 'notifications.takeOrder', count: 2, from: '2026-06-05T10:00:01Z', until: '2999-01-01T00:00:01Z' }],
    })
  },
)

rule('decisions §8', 'an advance until settled stays at the last step that falls due by its limit', async ({ here }) => {
  await orderedFor(here, '2026-06-02T10:00:00Z')
  await orderedFor(here, '2026-08-01T10:00:00Z')
  const { body } = await here.ask('control.advanceClock', { body: { until: 'settled' } })

  expect(body).toMatchObject({ now: '2026-06-02T10:00:05Z', settled: false, booked: [{ from: '2026-08-01T10:00:01Z' }] })
})

rule('decisions §8', 'a cancelled order books nothing', async ({ here }) => {
  const id = await orderedFor(here, '2999-01-01T00:00:00Z')
  await orderedFor(here, '2026-06-05T10:00:00Z')
  await here.client.call('notifications.cancelOrder', { as: ttd, params: { id } })
  const before = await here.ask('control.showClock')
  const { body } = await here.ask('control.advanceClock', { body: { until: 'settled' } })

  expect(before.body).toMatchObject({ next: '2026-06-05T10:00:01Z', total: 1 })
  expect(body).toMatchObject({ now: '2026-06-05T10:00:05Z', settled: true, booked: [] })
})

rule('decisions §8', 'an advance lists happenings up to its limit, and counts all', async ({ ask, client }) => {
  for (let at = 0; at < 3; at++) await arrange(client, 'a file transfer is initialized')
  const { body } = await ask('control.advanceClock', { body: { by: 'P31D', limit: 2 } })

  expect(body.happened).toHaveLength(2)
  expect(body.total).toBeGreaterThanOrEqual(3)
  expect(body.counts['fileTransfer.expire']).toBe(3)
})

rule('decisions §8', 'one advance at a time: the second is answered 409', async ({ ask }) => {
  const both = await Promise.all([
    ask('control.advanceClock', { body: { by: 'PT1H' } }),
    ask('control.advanceClock', { body: { by: 'PT1H' } }),
  ])

  expect(both.map(({ status }) => status)).toEqual([200, 409])
  expect((await ask('control.showClock')).body.now).toBe('2026-06-01T11:00:00Z')
})

test('each world is advanced on its own', async ({ ask }) => {
  const both = await Promise.all([
    ask('control.advanceClock', { body: { by: 'PT1H' } }),
    ask('control.advanceClock', { body: { by: 'PT2H' }, prefix: '/worlds/other' }),
  ])

  expect(both.map(({ body }) => body.now)).toEqual(['2026-06-01T11:00:00Z', '2026-06-01T12:00:00Z'])
})

test.for([
  [{}, 'Pass exactly one target. Valid: by, to, until.'],
  [{ by: 'P1D', to: '2026-12-01T08:00:00Z' }, 'Pass exactly one target. Valid: by, to, until.'],
  [{ by: '7 d' }, 'body.by: "7 d" is not a duration of fixed length, such as 30s, 1h30m, 8d or PT10M.'],
  [{ by: 'P1M' }, 'body.by: "P1M" is not a duration of fixed length'],
  [{ by: '-PT1H' }, 'body.by: "-PT1H" is not a duration of fixed length'],
  [{ by: 'P999999W' }, 'The clock cannot go past 9999-12-31T23:59:59.999Z.'],
  [{ to: 'tomorrow' }, 'body.to: "tomorrow": Expected a time, such as 2026-12-01T08:00:00Z.'],
  [{ to: '2026-02-30T08:00:00Z' }, 'Expected a time'],
  [{ to: '2026-05-31T08:00:00Z' }, 'The clock shows 2026-06-01T10:00:00Z. It can only go forward.'],
  [{ until: 'quiet' }, 'body.until: unknown value "quiet". Valid: settled.'],
  [{ until: 'settled', atMost: 'P999999W' }, 'The clock cannot go past'],
  [{ by: 'P1D', atMost: 'P2D' }, 'atMost requires until.'],
  [{ by: 'P1D', limit: -1 }, 'body.limit: -1'],
  [{ by: 'P1D', limit: 1.5 }, 'body.limit: 1.5'],
] as const)('the advance %j is refused, and time does not pass', async ([body, detail], { ask }) => {
  expect(await ask('control.advanceClock', { body })).toMatchObject(refusal(400, detail))
  expect((await ask('control.showClock')).body.now).toBe(start)
})

test('a simulator sets the speed of its clock, and refuses one that no clock has', ({ simulator }) => {
  expect(simulator.clock.speed(60)).toMatchObject({ mode: 'real', speed: 60 })
  expect(simulator.clock.resume()).toMatchObject({ mode: 'real', speed: 1 })
  expect(simulator.clock.freeze()).toMatchObject({ mode: 'frozen' })
  for (const speed of [0, -1, 100_001, Number.NaN]) expect(() => simulator.clock.speed(speed)).toThrow(/^speed: .* is /)
  expect(simulator.clock.show()).toMatchObject({ mode: 'frozen', speed: 1 })
})
