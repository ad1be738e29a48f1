/** The clock of one world: what it shows, and what is booked on it. */

import { Misuse } from '../misuse.ts'
import type { MaybePromise } from '../wire/http/call.ts'
import { endOfTime } from '../wire/values/send-time.ts'
import { zulu } from '../wire/values/timestamp.ts'
import type { Account, Happening } from './account.ts'
import { type Agenda, type Booking, createAgenda } from './agenda.ts'
import type { Platform } from './platform.ts'
import { runDueJobs } from './run-due-jobs.ts'

export type { Account, Happening } from './account.ts'
export type ClockMode = 'real' | 'frozen'

/** How far: to an instant, or on by so many milliseconds. */
export type ClockTarget = ({ readonly to: number } | { readonly by: number }) & { readonly settled?: boolean }

export interface Clock {
  now(): number
  readonly mode: ClockMode
  /** World seconds a real second. */
  readonly speed: number
  readonly agenda: Agenda
  book(booking: Booking): void
  freeze(): void
  resume(speed: number): void
  /** Does what comes due, each at its own instant, up to a time, or until no working step is left (but not past the time), or until the signal is aborted. */
  advance(target: ClockTarget, limit?: number, signal?: AbortSignal): Promise<Account>
  /** Nothing that is booked happens any more. */
  stop(): void
}

export interface ClockOptions {
  readonly mode: ClockMode
  readonly start: number
  /** World seconds a real second. Default 1. */
  readonly speed?: number | undefined
  readonly platform: Platform
  run(booking: Booking): MaybePromise<Happening>
}

export function createClock({ mode: firstMode, start, speed: firstSpeed = 1, platform, run }: ClockOptions): Clock {
  const agenda = createAgenda()
  let mode = firstMode
  let speed = firstSpeed
  let anchor = { world: start, real: platform.now() }
  /** While something is being done, the clock stands at its instant. */
  let standing: number | undefined
  let working: Promise<void> | undefined
  let advancing = false
  let stopped = false
  let cancelWake = () => {}

  /** What the clock shows when nothing is being done. */
  const running = () => {
    if (mode === 'frozen') return anchor.world
    const world = Math.floor(anchor.world + (platform.now() - anchor.real) * speed)
    return Math.min(Math.max(anchor.world, world), endOfTime)
  }
  const now = () => standing ?? running()
  const set = (world: number) => {
    anchor = { world, real: platform.now() }
  }

  function arm(): void {
    cancelWake()
    const next = agenda.next()
    if (!next || stopped || working) return
    const wait = next.at - now()
    if (mode === 'frozen' && wait > 0) return
    cancelWake = platform.wake(Math.max(0, Math.ceil(wait / speed)), () => {
      if (!working && !stopped) work(() => drained(running)).catch(platform.alarm)
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

  const drained = (until: () => number, enough = () => false, note?: (happening: Happening) => void) =>
    runDueJobs({
      agenda,
      platform,
      run,
      isDue: ({ at }) => !stopped && !enough() && at <= until(),
      standAt(at) {
        standing = Math.max(at, standing ?? at)
        return standing
      },
      note,
    })

  return {
    now,
    agenda,
    get mode() {
      return mode
    },
    get speed() {
      return speed
    },
    book(booking) {
      // No clock ever shows such an instant.
      if (booking.at > endOfTime) return
      agenda.add(booking)
      if (agenda.next() === booking) arm()
    },
    freeze() {
      set(now())
      mode = 'frozen'
      arm()
    },
    resume(next) {
      set(now())
      mode = 'real'
      speed = next
      arm()
    },
    async advance(target, limit = 1000, signal) {
      if (advancing) throw new Misuse('This world is being advanced already; wait for it.', undefined, 409)
      advancing = true
      try {
        const to = 'by' in target ? now() + target.by : target.to
        if (!Number.isSafeInteger(to) || to > endOfTime)
          throw new Misuse('A clock goes on by whole milliseconds, and no further than 9999-12-31T23:59:59.999Z.')
        if (to < now()) throw new Misuse(`The clock shows ${zulu(now())} and goes only forward.`)
        // What a defect broke off there has been reported there.
        await working?.catch(() => {})
        return await advanceTo(Math.max(to, now()), target.settled === true, limit, signal)
      } finally {
        advancing = false
      }
    },
    stop() {
      stopped = true
      cancelWake()
    },
  }

  async function advanceTo(to: number, settled: boolean, limit: number, signal: AbortSignal | undefined): Promise<Account> {
    const happened: Happening[] = []
    const counts: Record<string, number> = {}
    let total = 0
    await work(async () => {
      standing = running()
      const enough = () => (settled && agenda.steps === 0) || signal?.aborted === true
      const note = (happening: Happening) => {
        if (total++ < limit) happened.push(happening)
        counts[happening.what] = (counts[happening.what] ?? 0) + 1
      }
      try {
        await drained(() => to, enough, note)
        if (!enough()) standing = to
      } finally {
        // Also after a defect: what has happened is not undone.
        set(now())
      }
    })
    return { now: now(), happened, total, counts }
  }
}
