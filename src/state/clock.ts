/** The clock of one world: the time it shows, and the jobs it runs. */

import { Misuse } from '../misuse.ts'
import type { MaybePromise } from '../wire/http/call.ts'
import { endOfTime, zulu } from '../wire/values/timestamp.ts'
import type { Account, Happening } from './account.ts'
import { type Booking, createAgenda } from './agenda.ts'
import type { Platform } from './platform.ts'
import { createOutside, type Draining, runDueJobs } from './run-due-jobs.ts'
import type { ClockData, ClockTarget } from './time/clock-data.ts'
import type { Clock } from './time/clock-of-world.ts'

export type { Account, Happening } from './account.ts'
export { type ClockData, type ClockMode, type ClockTarget, newClock } from './time/clock-data.ts'
export type { Clock } from './time/clock-of-world.ts'

export interface ClockOptions {
  readonly data: ClockData
  readonly platform: Platform
  run(booking: Booking): MaybePromise<Happening>
  /** Asked when a call wakes the clock. False: somebody else decides when jobs run. */
  mayWake?(): boolean
}

/** Goes on from the time of the data. */
export function createClock({ data, platform, run, mayWake = () => true }: ClockOptions): Clock {
  const agenda = createAgenda(data.agenda)
  /** Real milliseconds at which the clock was set. */
  let setAt = platform.now()
  /** While jobs run, the clock shows their instant. */
  let standing: number | undefined
  let working: Promise<void> | undefined
  let advancing = false
  /** Whether the worker advances the clock. */
  let leaping = false
  /** The last one of the calls that wait. */
  let last: Promise<void> | undefined
  let resting = false
  const outside = createOutside(platform.alarm)
  let stopped = false
  let cancelWake = () => {}

  /** The time that the clock shows while no job runs. */
  const running = () => {
    const { mode, speed, time } = data
    if (mode === 'frozen') return time
    return Math.min(Math.max(time, Math.floor(time + (platform.now() - setAt) * speed)), endOfTime)
  }
  const now = () => standing ?? running()
  const set = (time: number) => {
    data.time = time
    setAt = platform.now()
  }

  function arm(): void {
    cancelWake()
    const next = agenda.next()
    if (!next || stopped || resting || working) return
    const wait = next.at - now()
    if (data.mode === 'frozen' && wait > 0) return
    cancelWake = platform.wake(Math.max(0, Math.ceil(wait / data.speed)), () => {
      if (!working && !stopped) doDue().catch(platform.alarm)
    })
  }

  /** One worker at a time. */
  async function work(task: () => Promise<void>): Promise<void> {
    const current = task().finally(() => {
      standing = undefined
      working = undefined
      arm()
    })
    working = current
    await current
  }

  const drained = (until: () => number, { enough = () => false, ...more }: Partial<Draining> = {}) =>
    runDueJobs({
      agenda,
      platform,
      run,
      isDue: ({ at }) => !stopped && !enough() && at <= until(),
      standAt(at) {
        standing = Math.max(at, standing ?? at)
        return standing
      },
      ...more,
    })

  /** Does what is due by now. What comes due meanwhile is done later, so that it ends at every speed. */
  function doDue(): Promise<void> {
    const until = running()
    return work(() => drained(() => until, { outside }))
  }

  /** Whether something is due by a time, or by now. */
  const isLate = (until?: number) => {
    const next = agenda.next()
    return next !== undefined && next.at <= (until ?? running()) && !stopped && !resting
  }

  /** In the order of the calls: each waits for the one before. */
  async function caughtUp(until: number, before: Promise<void> | undefined): Promise<void> {
    await before
    while (!leaping) {
      if (working) await working.catch(() => {})
      else if (isLate(until) && mayWake()) {
        cancelWake()
        await doDue().catch(platform.alarm)
      } else return
    }
  }

  arm()

  return {
    now,
    agenda,
    get mode() {
      return data.mode
    },
    get speed() {
      return data.speed
    },
    book(booking) {
      // No clock reaches this time.
      if (booking.at > endOfTime) return
      agenda.add(booking)
      if (agenda.next() === booking) arm()
    },
    catchUp() {
      if (last === undefined && (working === undefined ? !isLate() : leaping)) return undefined
      const turn = caughtUp(running(), last)
      last = turn
      // The call goes on first: one that comes later must not overtake it.
      const over = () => {
        if (last === turn) last = undefined
      }
      void turn.then(() => {}).then(over)
      return turn
    },
    goOutside: outside.leave,
    showing(time, act) {
      const before = standing
      standing = time
      try {
        return act()
      } finally {
        standing = before
      }
    },
    freeze() {
      set(now())
      data.mode = 'frozen'
      arm()
    },
    resume(next) {
      set(now())
      data.mode = 'real'
      data.speed = next
      arm()
    },
    rest() {
      resting = true
      cancelWake()
    },
    async advance(target, limit = 1000, signal) {
      if (advancing) throw new Misuse('Another advance of this world is running. Wait until it ends.', undefined, 409)
      advancing = true
      try {
        const to = 'by' in target ? now() + target.by : target.to
        if (!Number.isSafeInteger(to) || to > endOfTime)
          throw new Misuse('A clock advances by whole milliseconds, and not beyond 9999-12-31T23:59:59.999Z.')
        // A running clock goes on between two lines, so a span is not compared with it.
        if (('by' in target ? target.by : to - now()) < 0) throw new Misuse(`The clock shows ${zulu(now())}. It only goes forward.`)
        // The worker has reported its own defects. Another one may have begun while jobs waited for the outside.
        do {
          await working?.catch(() => {})
          await outside.ended()
        } while (working)
        return await advanceTo(Math.max(to, now()), target, limit, signal)
      } finally {
        advancing = false
      }
    },
    stop() {
      stopped = true
      cancelWake()
    },
  }

  async function advanceTo(to: number, { settled = false, only }: ClockTarget, limit: number, signal?: AbortSignal): Promise<Account> {
    const happened: Happening[] = []
    const counts: Record<string, number> = {}
    let total = 0
    leaping = true
    await work(async () => {
      standing = running()
      const enough = () => (settled && agenda.steps === 0) || signal?.aborted === true
      const note = (happening: Happening) => {
        if (total++ < limit) happened.push(happening)
        counts[happening.what] = (counts[happening.what] ?? 0) + 1
      }
      try {
        await drained(() => to, { enough, note, ...(only && { agenda: agenda.among(only) }) })
        if (!enough()) standing = to
      } finally {
        leaping = false
        // Also after a defect: the time that has passed stays passed.
        set(now())
      }
    })
    return { now: now(), happened, total, counts }
  }
}
