import fc from 'fast-check'
import { expect, onTestFinished, test } from 'vitest'
import { browserPlatform } from '../../../src/platform/browser.ts'
import { Misuse } from '../../../src/service/wire/misuse.ts'
import { type Clock, type ClockOptions, type Happening, newClock } from '../../../src/service/world/clock.ts'
import type { Platform } from '../../../src/service/world/platform.ts'
import type { ClockMode } from '../../../src/service/world/settings.ts'
import { type Booking, bookingId } from '../../../src/service/world/time/bookings.ts'
import { createClock } from '../../../src/service/world/time/create-clock.ts'
import { rule } from '../../support/rule.ts'

const start = Date.parse('2026-06-01T10:00:00Z')

/** A machine whose time passes only with `pass`, which also fires its timers. */
function machine() {
  const alarms: unknown[] = []
  const timers = new Set<{ at: number; call: () => void }>()
  const time = { now: 0, ticks: 0, breaths: 0 }
  const platform: Platform = {
    ...browserPlatform(),
    now: () => time.now,
    tick: () => time.ticks,
    breathe: async () => void time.breaths++,
    wake(milliseconds, call) {
      const timer = { at: time.now + milliseconds, call }
      timers.add(timer)
      return () => timers.delete(timer)
    },
    alarm: (defect) => alarms.push(defect),
  }

  /** Lets real time pass, and fires the timers at their millisecond, or later if the machine is late. */
  async function pass(milliseconds: number, late = 0): Promise<void> {
    const end = time.now + milliseconds
    for (;;) {
      const [due] = [...timers].filter(({ at }) => at <= end).sort((one, other) => one.at - other.at)
      if (!due) break
      timers.delete(due)
      time.now = Math.max(time.now, due.at + late)
      due.call()
      await settled()
    }
    time.now = Math.max(time.now, end)
  }

  return { platform, time, timers, alarms, pass }
}

/** Lets all pending promises settle. */
const settled = () => new Promise((resolve) => setImmediate(resolve))

const booking = (at: number, more: Partial<Booking> = {}): Booking => ({
  at: start + at,
  cause: '1',
  nth: 0,
  job: 'job',
  step: true,
  environment: 'test',
  data: {},
  ...more,
})

interface Done {
  readonly id: string
  readonly at: number
  readonly shown: number
}

interface Options extends Partial<ClockOptions> {
  readonly mode?: ClockMode
  readonly speed?: number
  readonly work?: (booking: Booking, clock: Clock) => void | Promise<void>
}

/** A clock whose jobs do `work`, and a list of when each ran. */
function clockOf({ mode = 'frozen', speed, work, ...rest }: Options = {}) {
  const here = machine()
  const done: Done[] = []
  const clock: Clock = createClock({
    data: newClock(mode, start, speed),
    platform: here.platform,
    async run(booked): Promise<Happening> {
      const happening = { at: clock.now(), what: booked.job, id: bookingId(booked) }
      done.push({ id: happening.id, at: booked.at - start, shown: clock.now() - start })
      await work?.(booked, clock)
      return happening
    },
    ...rest,
  })
  onTestFinished(() => clock.stop())
  return { ...here, clock, done, shown: () => clock.now() - start }
}

const ids = (done: readonly Done[]) => done.map(({ id }) => id)

test('a frozen clock stands still', async () => {
  const { clock, pass, shown, done } = clockOf()
  clock.book(booking(1))

  await pass(1_000_000)

  expect([shown(), clock.mode, done]).toEqual([0, 'frozen', []])
})

test('a job that is due now on a frozen clock runs as soon as the machine is free', async () => {
  const { clock, pass, done } = clockOf()
  clock.book(booking(0))
  expect(done).toEqual([])

  await pass(0)

  expect(done).toHaveLength(1)
})

/** A plan: bookings from the start, each with the bookings of its job, relative to its own instant. */
interface Plan {
  readonly wait: number
  readonly next: readonly Plan[]
}
const { plan } = fc.letrec<{ plan: Plan }>((tie) => ({
  plan: fc.record({
    wait: fc.oneof(fc.constantFrom(0, 0, 1, 1_000), fc.nat(5_000)),
    next: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      fc.constant([]),
      fc.array(tie('plan') as fc.Arbitrary<Plan>, { maxLength: 3 }),
    ),
  }),
}))

/** Runs the plans. Returns what ran when, and the accounts of the advances. */
async function carryOut(plans: readonly Plan[], advances: readonly number[]) {
  const byId = new Map<string, Plan>()
  const { clock, done, shown } = clockOf({
    work(booked) {
      const { next = [] } = byId.get(bookingId(booked)) ?? {}
      for (const [nth, each] of next.entries()) note(bookingId(booked), nth, each)
    },
  })
  function note(cause: string, nth: number, each: Plan): void {
    byId.set(`${cause}.${nth}`, each)
    clock.book({ ...booking(0), cause, nth, at: clock.now() + each.wait })
  }
  for (const [at, each] of plans.entries()) note(String(at + 1), 0, each)
  const accounts = []
  for (const to of advances) accounts.push(await clock.advance({ to: start + to }))
  return { done, shown: shown(), happened: accounts.flatMap(({ happened }) => happened), left: clock.agenda.list() }
}

rule('decisions §8', 'an advance has the same result in one step and in several', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(plan, { maxLength: 6 }), fc.array(fc.nat(12_000), { maxLength: 6 }), async (plans, stops) => {
      const end = 12_000
      const whole = await carryOut(plans, [end])
      const split = await carryOut(plans, [...stops.toSorted((one, other) => one - other), end])

      expect(split).toEqual(whole)
    }),
    { seed: 1, numRuns: 150 },
  )
})

rule('decisions §8', 'an advance runs every job that is due, in order, each at its own instant, and no other', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(plan, { maxLength: 6 }), fc.nat(8_000), async (plans, to) => {
      const { done, left, shown } = await carryOut(plans, [to])

      expect(done.map(({ at }) => at)).toEqual(done.map(({ at }) => at).toSorted((one, other) => one - other))
      expect(done.every(({ at, shown: showing }) => at === showing && at <= to)).toBe(true)
      expect(left.filter(({ at }) => at <= start + to)).toEqual([])
      expect(shown).toBe(to)
    }),
    { seed: 1, numRuns: 100 },
  )
})

rule('decisions §8', 'jobs of one instant run in the order of their cause, and then the jobs that they book', async () => {
  const { clock, done } = clockOf({
    work({ cause }, { book }) {
      if (!cause.includes('.')) book(booking(10, { cause: `${cause}.0`, nth: 0 }))
    },
  })
  for (const cause of ['10', '9', '2']) clock.book(booking(10, { cause }))

  await clock.advance({ to: start + 10 })

  expect(ids(done)).toEqual(['2.0', '2.0.0', '9.0', '9.0.0', '10.0', '10.0.0'])
})

rule('decisions §8', 'the clock stands at the instant of a job that waits for the outside, and its bookings count from there', async () => {
  const outside = Promise.withResolvers<void>()
  const { clock, shown, done } = clockOf({
    async work({ job }, { book, now }) {
      if (job !== 'asking') return
      await outside.promise
      book(booking(now() - start + 60))
    },
  })
  clock.book(booking(100, { job: 'asking' }))
  const advanced = clock.advance({ to: start + 1_000 })
  await settled()
  expect(shown()).toBe(100)

  outside.resolve()
  await advanced

  expect(done.map(({ shown: showing }) => showing)).toEqual([100, 160])
})

rule('decisions §8', 'a world is advanced once at a time, also from inside a job', async () => {
  const refusals: unknown[] = []
  const { clock, shown } = clockOf({
    async work(_, { advance }) {
      refusals.push(await advance({ to: start + 5_000 }).catch((thrown) => thrown))
    },
  })
  clock.book(booking(10))

  const first = clock.advance({ to: start + 20 })
  refusals.push(await clock.advance({ to: start + 5_000 }).catch((thrown) => thrown))
  await first

  expect(refusals).toMatchObject([{ status: 409 }, { status: 409 }])
  expect(refusals.every((thrown) => thrown instanceof Misuse)).toBe(true)
  expect(shown()).toBe(20)
  await expect(clock.advance({ to: start + 30 })).resolves.toMatchObject({ now: start + 30 })
})

rule('decisions §8', 'a clock only goes forward', async () => {
  const { clock, shown } = clockOf()
  await clock.advance({ to: start + 10 })

  await expect(clock.advance({ to: start + 9 })).rejects.toThrow('2026-06-01T10:00:00.01Z')
  await clock.advance({ to: start + 10 })

  expect(shown()).toBe(10)
})

rule('decisions §8', 'an advance until settled ends with the last working step, even if other bookings are left', async () => {
  const { clock, shown, done } = clockOf({
    work({ cause }, { book }) {
      if (cause === '1') book(booking(70, { cause: '1.0', nth: 0 }))
    },
  })
  clock.book(booking(30, { cause: '1' }))
  clock.book(booking(50, { cause: '2', step: false }))
  clock.book(booking(90, { cause: '3', step: false }))

  const { total } = await clock.advance({ to: start + 1_000, settled: true })

  expect([total, ids(done), shown()]).toEqual([3, ['1.0', '2.0', '1.0.0'], 70])
})

rule('decisions §8', 'an advance until settled does not move a settled clock', async () => {
  const { clock, shown } = clockOf()
  clock.book(booking(10, { step: false }))

  expect(await clock.advance({ to: start + 1_000, settled: true })).toMatchObject({ total: 0, now: start })
  expect(shown()).toBe(0)
})

rule('decisions §8', 'an advance until settled goes as far as the last step by its limit', async () => {
  const { clock, shown } = clockOf({ work: (_, { book, now }) => book(booking(now() - start + 10)) })
  clock.book(booking(10))

  const { total } = await clock.advance({ to: start + 95, settled: true })

  expect([total, shown()]).toEqual([9, 90])
})

rule('decisions §8', 'an advance until settled runs nothing where no step falls due by its limit', async () => {
  const { clock, shown, done } = clockOf()
  clock.book(booking(20, { step: false }))
  clock.book(booking(2_000))

  const { total, settled: isSettled, booked } = await clock.advance({ to: start + 1_000, settled: true })

  expect([total, isSettled, booked.length, done, shown()]).toEqual([0, false, 2, [], 0])
})

rule('decisions §8', 'an advance until settled ends when a job removes the booking of the last step', async () => {
  const { clock, shown } = clockOf({
    work: (_, { unbook }) => unbook({ job: 'later', environment: 'test', data: { id: 7 } }),
  })
  clock.book(booking(10))
  clock.book(booking(500, { job: 'later', data: { id: 7 } }))

  expect(await clock.advance({ to: start + 1_000, settled: true })).toMatchObject({ total: 1, settled: true, booked: [] })
  expect(shown()).toBe(10)
})

test('a running clock does not run a booking that was removed', async () => {
  const { clock, done, pass } = clockOf({ mode: 'real' })
  clock.book(booking(10, { job: 'first' }))
  clock.book(booking(20, { cause: '2' }))
  clock.unbook(booking(10, { job: 'first' }))
  await pass(100)

  expect(ids(done)).toEqual(['2.0'])
})

rule('decisions §8', 'an account lists the first jobs, and counts all', async () => {
  const { clock } = clockOf()
  for (let at = 1; at <= 10; at++) clock.book(booking(at, { job: at % 3 === 0 ? 'rare' : 'common' }))

  const { happened, total, counts } = await clock.advance({ to: start + 10 }, 4)

  expect(happened.map(({ at, what }) => [at - start, what])).toEqual([
    [1, 'common'],
    [2, 'common'],
    [3, 'rare'],
    [4, 'common'],
  ])
  expect([total, counts]).toEqual([10, { common: 7, rare: 3 }])
})

rule('decisions §8', 'requests are handled every 8 ms of a long advance', async () => {
  const { clock, time } = clockOf({ work: () => void time.ticks++ })
  for (let at = 0; at < 900; at++) clock.book(booking(at))

  await clock.advance({ to: start + 1_000 })

  expect(time.breaths).toBe(100)
})

rule('decisions §8', 'a request during an advance sees the instant reached so far', async () => {
  const seen: number[] = []
  const { clock, platform, time, shown } = clockOf({
    work() {
      time.ticks += 9
    },
  })
  Object.assign(platform, { breathe: async () => void seen.push(shown()) })
  for (const at of [10, 20, 30]) clock.book(booking(at))

  await clock.advance({ to: start + 1_000 })

  expect(seen).toEqual([10, 20, 30])
})

test('a defect in a job ends the advance at that instant, rejects it, and leaves the other bookings', async () => {
  const { clock, shown, done } = clockOf({
    work({ job }) {
      if (job === 'broken') throw new Error('a defect')
    },
  })
  clock.book(booking(10))
  clock.book(booking(20, { job: 'broken' }))
  clock.book(booking(30))

  await expect(clock.advance({ to: start + 100 })).rejects.toThrow('a defect')
  expect([shown(), done.length, clock.agenda.size]).toEqual([20, 2, 1])

  await clock.advance({ to: start + 100 })
  expect([shown(), done.length]).toEqual([100, 3])
})

test('a running clock shows real time, or a multiple of it', async () => {
  const { clock, pass, shown } = clockOf({ mode: 'real' })
  await pass(1_500)
  expect(shown()).toBe(1_500)

  clock.resume(60)
  await pass(1_000)

  expect([shown(), clock.speed]).toEqual([61_500, 60])
})

test('a clock that runs slower than real time shows whole milliseconds', async () => {
  const { pass, shown } = clockOf({ mode: 'real', speed: 0.3 })

  await pass(5)

  expect(shown()).toBe(1)
})

test('when the clock of the machine is set back, a world clock does not go back', async () => {
  const { time, shown } = clockOf({ mode: 'real' })

  time.now = -10_000

  expect(shown()).toBe(0)
})

for (const [speed, late] of [
  [1, 0],
  [1, 7],
  [60, 0],
  [3_600, 3],
  [0.5, 0],
] as const) {
  rule('decisions §8', `a running clock of speed ${speed}, woken ${late} ms late, runs each job at its own instant`, async () => {
    const { clock, pass, done } = clockOf({ mode: 'real', speed, work: ({ cause }, { book, now }) => chain(cause, book, now) })
    function chain(cause: string, book: Clock['book'], now: () => number): void {
      if (cause.split('.').length < 3) book(booking(now() - start + 250, { cause: `${cause}.0`, nth: 0 }))
    }
    for (const at of [100, 1_000, 30_000]) clock.book(booking(at, { cause: String(at) }))

    await pass(61_000 / speed, late)

    expect(done.map(({ at }) => at)).toEqual([100, 350, 600, 1_000, 1_250, 1_500, 30_000, 30_250, 30_500])
    expect(done.every(({ at, shown }) => at === shown)).toBe(true)
  })
}

for (const speed of [3_600, 100_000]) {
  rule('decisions §8', `at speed ${speed} catching up ends, though each job books another that is due by then`, async () => {
    const { clock, done, time } = clockOf({
      mode: 'real',
      speed,
      work({ cause }, { book, now }) {
        time.now++
        book(booking(now() - start + 1, { cause: `${Number(cause) + 1}` }))
      },
    })
    clock.book(booking(1))
    time.now = 1
    const due = clock.now()
    await clock.catchUp()

    expect(done.every(({ at }) => at <= due - start)).toBe(true)
    expect(done).toHaveLength(speed)
    expect(clock.agenda.next()?.at).toBeGreaterThan(due)
  })
}

test('one timer waits for the earliest booking', async () => {
  const { clock, timers, pass, done } = clockOf({ mode: 'real' })
  for (const at of [500, 100, 300]) clock.book(booking(at))
  expect([...timers].map(({ at }) => at)).toEqual([100])

  await pass(200)

  expect([...timers].map(({ at }) => at)).toEqual([300])
  expect(done).toHaveLength(1)
})

test('a job runs no earlier than it is due, even if the machine wakes too early', async () => {
  const { clock, pass, platform, done, time } = clockOf({ mode: 'real' })
  const { wake } = platform
  platform.wake = (milliseconds, call) => wake(milliseconds > 1 ? milliseconds - 1 : milliseconds, call)
  clock.book(booking(100))

  await pass(99)
  expect([done, time.now]).toEqual([[], 99])
  await pass(1)

  expect(done).toHaveLength(1)
})

test('freezing holds later jobs; resuming runs them when they are due', async () => {
  const { clock, pass, done, shown } = clockOf({ mode: 'real' })
  clock.book(booking(100))
  await pass(40)

  clock.freeze()
  await pass(1_000)
  expect([done.length, shown()]).toEqual([0, 40])

  clock.resume(2)
  await pass(29)
  expect(done).toHaveLength(0)
  await pass(1)

  expect([done.length, shown()]).toEqual([1, 100])
})

test('a running clock that is advanced goes on from there', async () => {
  const { clock, pass, done, shown } = clockOf({ mode: 'real' })
  for (const at of [50, 1_000, 3_000]) clock.book(booking(at))

  await clock.advance({ to: start + 2_000 })
  expect([ids(done).length, shown(), clock.mode]).toEqual([2, 2_000, 'real'])
  await pass(1_000)

  expect([done.at(-1)?.shown, shown()]).toEqual([3_000, 3_000])
})

test('an advance waits for the running jobs, and the time that passes meanwhile counts extra', async () => {
  const outside = Promise.withResolvers<void>()
  const { clock, pass, time, shown, done } = clockOf({ mode: 'real', work: ({ job }) => (job === 'asking' ? outside.promise : undefined) })
  clock.book(booking(10, { job: 'asking' }))
  clock.book(booking(15))
  await pass(10)

  const advanced = clock.advance({ to: start + 12 })
  time.now += 500
  await settled()
  expect(done).toHaveLength(1)
  outside.resolve()

  expect(await advanced).toMatchObject({ total: 1, now: start + 510 })
  expect([done.length, shown()]).toEqual([2, 510])
})

test('freezing during a job stops the clock at the instant of that job', async () => {
  const { clock, pass, done, shown } = clockOf({ mode: 'real', work: (_, { freeze }) => freeze() })
  clock.book(booking(10))
  clock.book(booking(20))

  await pass(1_000, 5)

  expect([done.length, shown(), clock.mode]).toEqual([1, 10, 'frozen'])
})

test('a clock that is frozen during an advance completes the advance and stands there', async () => {
  const { clock, pass, shown } = clockOf({ mode: 'real', work: (_, { freeze }) => freeze() })
  clock.book(booking(10))

  await clock.advance({ to: start + 100 })
  await pass(1_000)

  expect(shown()).toBe(100)
})

test('a clock that is resumed during an advance runs on from its end', async () => {
  const { clock, pass, shown } = clockOf({ work: (_, { resume }) => resume(10) })
  clock.book(booking(10))

  await clock.advance({ to: start + 100 })
  await pass(5)

  expect(shown()).toBe(150)
})

test('a defect in a job of a running clock raises the alarm, and the next job still runs', async () => {
  const { clock, pass, alarms, done } = clockOf({
    mode: 'real',
    work({ job }) {
      if (job === 'broken') throw new Error('a defect')
    },
  })
  clock.book(booking(10, { job: 'broken' }))
  clock.book(booking(10))

  await pass(10)

  expect([alarms, done.length]).toEqual([[new Error('a defect')], 2])
})

test('a defect of a running clock does not reject an advance that waited for it', async () => {
  const outside = Promise.withResolvers<void>()
  const { clock, pass, alarms } = clockOf({ mode: 'real', work: () => outside.promise })
  clock.book(booking(10))
  await pass(10)

  const advanced = clock.advance({ to: start + 50 })
  outside.reject(new Error('a defect'))

  await expect(advanced).resolves.toMatchObject({ total: 0 })
  expect(alarms).toEqual([new Error('a defect')])
})

test('no job runs after a stop', async () => {
  const { clock, pass, done, timers } = clockOf({ mode: 'real' })
  clock.book(booking(10))

  clock.stop()
  clock.book(booking(5))
  await pass(100)

  expect([done, timers.size]).toEqual([[], 0])
})

test('a stop ends a long advance', async () => {
  const { clock, done } = clockOf({ work: ({ at }, { stop }) => (at === start + 5 ? stop() : undefined) })
  for (let at = 1; at <= 10; at++) clock.book(booking(at))

  await clock.advance({ to: start + 100 })

  expect(done).toHaveLength(5)
})

rule('decisions §8', 'jobs that wait together begin together, and end before the next instant', async () => {
  const outside = Promise.withResolvers<void>()
  const { clock, done } = clockOf({ work: ({ together }) => (together ? outside.promise : undefined) })
  clock.book(booking(10, { nth: 0, together: true }))
  clock.book(booking(10, { nth: 1 }))
  clock.book(booking(10, { nth: 2, together: true }))
  clock.book(booking(11, { nth: 3 }))

  const advanced = clock.advance({ by: 100 })
  await settled()
  const before = ids(done)
  outside.resolve()
  const { happened } = await advanced

  expect(before).toEqual(['1.0', '1.1', '1.2'])
  expect(ids(done)).toEqual(['1.0', '1.1', '1.2', '1.3'])
  expect(happened.map(({ at }) => at - start)).toEqual([10, 10, 10, 11])
})

test('jobs that wait together can book more for their instant, and count as unsettled', async () => {
  const { clock, done, shown } = clockOf({
    async work({ together, nth }, clock) {
      if (!together) return
      await settled()
      clock.book(booking(10, { cause: `1.${nth}` }))
    },
  })
  for (const nth of [0, 1]) clock.book(booking(10, { nth, together: true }))
  clock.book(booking(50, { nth: 2, step: false }))

  await clock.advance({ by: 100, settled: true })

  expect(ids(done)).toEqual(['1.0', '1.1', '1.0.0', '1.1.0'])
  expect(shown()).toBe(10)
})

test('a defect in one of several jobs that wait together ends the advance', async () => {
  const { clock } = clockOf({ work: ({ nth }) => (nth === 1 ? Promise.reject(new Error('a defect')) : Promise.resolve()) })
  for (const nth of [0, 1, 2]) clock.book(booking(10, { nth, together: true }))

  await expect(clock.advance({ by: 100 })).rejects.toThrow('a defect')
})

test('an advance can run only some jobs; the others wait, and run late in the next one', async () => {
  const { clock, done } = clockOf()
  clock.rest()
  for (const [at, cause] of [
    [10, 'a'],
    [20, 'b'],
    [30, 'a'],
    [40, 'b'],
  ] as const)
    clock.book(booking(at, { cause, nth: at }))
  await clock.advance({ to: start + 30, only: ({ cause }) => cause === 'a' })
  const own = done.map(({ id, shown }) => [id, shown])
  const { steps, size } = clock.agenda
  await clock.advance({ to: start + 40 })

  expect(own).toEqual([
    ['a.10', 10],
    ['a.30', 30],
  ])
  expect([steps, size]).toEqual([2, 2])
  expect(done.slice(2).map(({ id, shown }) => [id, shown])).toEqual([
    ['b.20', 30],
    ['b.40', 40],
  ])
})
