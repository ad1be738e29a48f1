/** Worlds on a machine whose clock is set back and forth. */
import { expect, onTestFinished, test, vi } from 'vitest'
import { startSimulator } from '../../src/index.ts'
import { createMachineClock } from '../../src/platform/machine/any-machine.ts'
import { withClient } from '../support/grants.ts'
import { orderTo, toEmail, ttd } from '../support/orders.ts'
import { rule } from '../support/rule.ts'
import { standin } from '../support/standin.ts'

const [second, minute, hour] = [1_000, 60_000, 3_600_000]
const began = Date.parse('2026-06-01T10:00:00Z')

/** A machine whose two clocks go by hand. */
function machine() {
  const clocks = { wall: began, tick: 0 }
  const pass = (milliseconds: number) => {
    clocks.wall += milliseconds
    clocks.tick += milliseconds
  }
  return {
    clocks,
    pass,
    clock: createMachineClock(
      () => clocks.wall,
      () => clocks.tick,
    ),
  }
}

test('a clock of the machine that is set back goes on, and is ahead from then on', () => {
  const { clock, clocks, pass } = machine()
  pass(minute)
  clock.now()
  clocks.wall -= hour
  pass(minute)
  expect([clock.now() - began, clock.lead()]).toEqual([2 * minute, hour])
  pass(minute)
  expect([clock.now() - began, clock.lead()]).toEqual([3 * minute, hour])
})

test('a jump forward is followed as far as it exceeds the lead', () => {
  const { clock, clocks, pass } = machine()
  clocks.wall -= hour
  clock.now()
  clocks.wall += hour / 2
  pass(second)
  expect([clock.now() - began, clock.lead()]).toEqual([second, hour / 2])
  clocks.wall += hour
  expect([clock.now() - began, clock.lead()]).toEqual([second + hour / 2, 0])
})

test('a clock that is set back and forth does not push time ahead', () => {
  const { clock, clocks, pass } = machine()
  for (let times = 0; times < 10; times++) {
    clocks.wall -= minute
    pass(second)
    clock.now()
    clocks.wall += minute
    pass(second)
    clock.now()
  }
  expect([clock.now() - began, clock.lead()]).toEqual([20 * second, 0])
})

test('clocks that drift apart are not taken for one that was set', () => {
  const { clock, clocks } = machine()
  const set = vi.fn()
  clock.whenSet(set)
  for (let day = 0; day < 3; day++) {
    clocks.wall += 24 * hour - 4 * second
    clocks.tick += 24 * hour
    clock.now()
  }
  expect([clock.lead(), set.mock.calls]).toEqual([0, []])
})

test('a process that is stopped between its two looks reads both clocks again', () => {
  const clocks = { wall: began, tick: 0, stops: 0 }
  const clock = createMachineClock(
    () => {
      const { wall } = clocks
      if (clocks.stops-- > 0) {
        clocks.wall += minute
        clocks.tick += minute
      }
      return wall
    },
    () => clocks.tick,
  )
  clocks.stops = 1
  expect([clock.now() - began, clock.lead()]).toEqual([minute, 0])
})

/** Sets the clock of this machine. */
function setClock() {
  let offset = 0
  const { now } = Date
  const mocked = vi.spyOn(Date, 'now').mockImplementation(() => now() + offset)
  onTestFinished(() => mocked.mockRestore())
  return (by: number) => {
    offset += by
  }
}

rule('decisions §8', "a running world goes on from where it was when the machine's clock is set back, and shows its lead", async () => {
  const set = setClock()
  const { simulator } = standin({ clock: 'real', now: undefined })
  const before = Date.parse(simulator.clock.show().now)
  set(-hour)
  const { now, lead } = simulator.clock.show()
  expect(Date.parse(now)).toBeGreaterThanOrEqual(before)
  expect(Date.parse(now) - before).toBeLessThan(minute)
  expect(Math.abs(lead - hour)).toBeLessThan(second)
})

test('an order is delivered while the clock of the machine is an hour back', async () => {
  const set = setClock()
  const { simulator, client } = standin({ clock: 'real', now: undefined })
  simulator.clock.speed(100)
  set(-hour)
  await client.call('notifications.createOrder', { as: ttd, body: orderTo(toEmail()) })
  await expect.poll(() => simulator.outbox.list().messages[0]?.status).toBe('Email_Delivered')
})

rule('decisions §8', 'a reset takes the lead away, unless it keeps the clock', async () => {
  const set = setClock()
  const { simulator } = standin({ clock: 'real', now: undefined })
  set(-hour)
  const ahead = simulator.clock.show()
  simulator.reset(['clock'])
  expect(simulator.clock.show().lead).toBe(ahead.lead)
  simulator.reset()
  expect(simulator.clock.show().lead).toBe(0)
  expect(Math.abs(Date.parse(simulator.clock.show().now) - Date.now())).toBeLessThan(minute)
})

test("a world that was reset after the machine's clock was set back follows it forward again", () => {
  const set = setClock()
  const { simulator } = standin({ clock: 'real', now: undefined })
  set(-hour)
  simulator.reset()
  const before = Date.parse(simulator.clock.show().now)
  set(hour / 2)
  expect(Date.parse(simulator.clock.show().now) - before).toBeGreaterThanOrEqual(hour / 2)
  expect(simulator.clock.show().lead).toBe(0)
})

test('a frozen world stays where it is when the clock of the machine is set', () => {
  const set = setClock()
  const { simulator } = standin()
  const { now } = simulator.clock.show()
  set(-hour)
  set(3 * hour)
  expect(simulator.clock.show()).toMatchObject({ now, lead: 0 })
})

test('a world that is frozen while the clock of the machine is set goes on without a lead', () => {
  const set = setClock()
  const { simulator } = standin()
  set(-hour)
  simulator.clock.freeze()
  const { now } = simulator.clock.show()
  simulator.clock.resume()
  set(0)
  expect(simulator.clock.show()).toMatchObject({ lead: 0 })
  expect(Date.parse(simulator.clock.show().now) - Date.parse(now)).toBeLessThan(minute)
})

test('what falls due in a jump forward runs without a call', async () => {
  const set = setClock()
  const { simulator, client } = standin({ clock: 'real', now: undefined, pace: 'instant' })
  const requestedSendTime = new Date(Date.now() + 2 * hour).toISOString()
  await client.call('notifications.createOrder', { as: ttd, body: orderTo(toEmail(), { requestedSendTime }) })
  set(3 * hour)
  simulator.platform.now()
  await expect.poll(() => simulator.outbox.list().messages.length).toBe(1)
})

rule('authentication §1.1', 'a client that dates its grant by the right clock gets a token, while its world is an hour ahead', async () => {
  const set = setClock()
  const { request } = await withClient({}, { clock: 'real', now: undefined })
  set(-hour)
  const iat = Math.floor(Date.now() / second)
  expect((await request({ claims: { iat, exp: iat + 60 } })).status).toBe(200)
})

test('a server says once that its clock was set back, or jumped forward, and counts the lead', async () => {
  const set = setClock()
  const told: string[] = []
  const server = await startSimulator({ port: 0, tell: (text) => void told.push(text) })
  onTestFinished(server.close)
  set(-2 * hour)
  const metrics = await (await fetch(`${server.url}/_standin/metrics`)).text()
  expect(metrics).toMatch(/^standin_clock_lead_seconds (?:7200|7199\.\d+|7200\.\d+)$/m)
  expect(told).toEqual([expect.stringMatching(/^This machine's clock was set back by 2h\. .*lead/)])
  set(30_000)
  await fetch(`${server.url}/_standin/clock`)
  set(10 * hour)
  await fetch(`${server.url}/_standin/clock`)
  expect(told.slice(1)).toEqual([expect.stringMatching(/^This machine's clock jumped forward by 10h,/)])
})
