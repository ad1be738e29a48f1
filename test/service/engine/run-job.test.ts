import { nodePlatform } from '../../../src/platform/node.ts'
import { anyName } from '../../../src/service/wire/misuse.ts'
import type { Booking } from '../../../src/service/world/time/bookings.ts'
import { manifestOf, orderTo, placed, takeDown, toEmail, toPhone, ttd } from '../../support/orders.ts'
import { expect, rule, test } from '../../support/rule.ts'
import { switchOn } from '../../support/rules.ts'
import { type Standin, standin, start } from '../../support/standin.ts'

const lines = ({ simulator }: Standin) => simulator.world.journal.jobs.list()
const seconds = (at: number) => (at - Date.parse(start)) / 1000

const booking = (job: string, more: Partial<Booking> = {}): Booking => ({
  at: Date.parse(start),
  cause: '99',
  nth: 0,
  job,
  step: true,
  environment: 'test',
  data: { shipmentId: '00000000-0000-4000-8000-000000000000' },
  ...more,
})

test('a job leaves a line, whose id names the call that caused it and the jobs between', async ({ here }) => {
  await placed(here, toPhone())

  await here.simulator.advance({ until: 'settled' })

  expect(lines(here).map(({ id, operation, at, commits }) => [id, operation, seconds(at), commits])).toEqual([
    ['1.0', 'notifications.takeOrder', 1, 1],
    ['1.0.0', 'notifications.processOrder', 2, 1],
    ['1.0.0.0', 'notifications.sendMessage', 3, 1],
    ['1.0.0.0.0', 'notifications.acceptMessage', 4, 1],
    ['1.0.0.0.0.0', 'notifications.reportMessage', 5, 1],
  ])
  expect(lines(here)[0]).toMatchObject({
    method: null,
    status: null,
    ms: expect.any(Number),
    why: expect.stringContaining('status Order_Processing'),
    data: { shipmentId: expect.any(String) },
  })
})

test('an account says when, what and about which record', async ({ here }) => {
  const [id] = await placed(here, toPhone())

  const { happened, counts } = await here.simulator.advance({ by: 1_000 })

  expect(happened).toEqual([{ at: '2026-06-01T10:00:01Z', what: 'notifications.takeOrder', id, status: 'Order_Processing' }])
  expect(counts).toEqual({ 'notifications.takeOrder': 1 })
})

rule('decisions §8', 'a job that is put off says so, and runs again under the same id', async ({ here }) => {
  const letUp = await takeDown(here, 'database')
  here.simulator.world.clock.book(booking('notifications.takeOrder'))
  const { happened } = await here.simulator.advance({ by: 2_000 })
  await letUp()
  await here.simulator.advance({ by: 1_000 })

  expect(happened.map(({ at, putOff }) => [seconds(Date.parse(at)), putOff])).toEqual(
    [0, 1, 2].map((at) => [at, 'database cannot be reached']),
  )
  expect(lines(here).map(({ id, scenario, commits }) => [id, scenario, commits])).toEqual([
    ['99.0', 'down', 0],
    ['99.0+1', 'down', 0],
    ['99.0+2', 'down', 0],
    ['99.0+3', null, 0],
  ])
  expect(here.simulator.world.clock.agenda.size).toBe(0)
})

rule('decisions §2', 'a job runs in the environment of its cause', async ({ here }) => {
  const production = here.clientOf('/production')
  const { body } = await production.call('notifications.createOrder', { as: ttd, body: orderTo(toEmail()) })

  await here.simulator.advance({ until: 'settled' })

  expect(lines(here).every(({ environment }) => environment === 'production')).toBe(true)
  expect(await manifestOf({ ...here, client: production }, body.notification.shipmentId)).toMatchObject({ status: 'Order_Completed' })
})

rule('decisions §8', 'on a running clock the same happens at the same instants as on one that is advanced', async () => {
  const timers = new Set<{ at: number; call: () => void }>()
  const time = { now: Date.parse(start) }
  const platform = {
    ...nodePlatform(),
    now: () => time.now,
    wake(milliseconds: number, call: () => void) {
      const timer = { at: time.now + milliseconds, call }
      timers.add(timer)
      return () => timers.delete(timer)
    },
  }
  const [running, advanced] = [standin({ clock: 'real', platform }), standin()]
  for (const here of [running, advanced]) await placed(here, toPhone())
  running.simulator.world.clock.resume(10)

  await advanced.simulator.advance({ by: 10_000 })
  for (const end = time.now + 1_000; time.now < end; time.now += 10) {
    for (const timer of timers) {
      if (timer.at > time.now) continue
      timers.delete(timer)
      timer.call()
    }
    await new Promise((resolve) => setImmediate(resolve))
  }

  const shown = (here: Standin) => lines(here).map(({ id, at, operation, why }) => [id, seconds(at), operation, why])
  expect(shown(running)).toEqual(shown(advanced))
  expect(shown(running)).toHaveLength(5)
})

test('a job that does not exist is a defect', async ({ here }) => {
  here.simulator.world.clock.book(booking('notifications.noSuchJob'))

  await expect(here.simulator.advance({ by: 0 })).rejects.toThrow('Unknown job: notifications.noSuchJob.')
})

test('a line names the rules that were looked at', async ({ here }) => {
  here.simulator.scenarios.define('mine', {
    summary: 'Mine',
    rules: [
      { on: 'notifications.sendMessage', calls: 9, outage: 'sms' },
      { on: 'notifications', latency: 'PT1S' },
    ],
  })
  await placed(here, toPhone())
  await here.simulator.scenarios.use(anyName('mine'))
  await here.simulator.advance({ until: 'settled' })

  const line = lines(here).find(({ operation }) => operation === 'notifications.sendMessage')
  expect(line && here.simulator.journal.find(line.id).rules).toEqual([
    'mine[0]: call 1 is not among calls 9.',
    'mine[1]: covers notifications, not notifications.sendMessage.',
  ])
})

for (const org of ['brg', '974760673', '0192:974760673'])
  rule('decisions §14', `a rule about the organization ${org} covers the jobs of its orders`, async ({ here }) => {
    await switchOn(here, [{ on: 'notifications.sendMessage', where: { org }, outage: 'sms' }])
    const [mine] = await placed(here, toPhone())
    const other = await here.client.call('notifications.createOrder', { as: { org: 'brg', orgNo: '974760673' }, body: orderTo(toPhone()) })
    await here.simulator.advance({ by: 20_000 })

    expect((await manifestOf(here, mine)).status).toBe('Order_Completed')
    const { body } = await here.client.call('notifications.getShipment', {
      as: { org: 'brg', orgNo: '974760673' },
      params: { id: other.body.notification.shipmentId },
    })
    expect(body.recipients.map(({ status }) => status)).toEqual(['SMS_New'])
  })
