/** What a clock remembers, how far it is told to go, and how calls wait for what is due. */
import { Misuse } from '../../wire/misuse.ts'
import { endOfTime, zulu } from '../../wire/timestamp.ts'
import { type Agenda, type AgendaData, type Booking, newAgenda } from '../agenda.ts'
import type { Platform } from '../platform.ts'
import type { Account, DueJobs } from '../run-due-jobs.ts'

export type ClockMode = 'real' | 'frozen'

/** Plain data. */
export interface ClockData {
  mode: ClockMode
  /** World seconds for each real second. */
  speed: number
  /** What the clock showed when it was last set, in world milliseconds since 1970. */
  time: number
  /** Real milliseconds by which it was ahead of the machine's clock then, because that was set back. */
  lead: number
  readonly agenda: AgendaData
}

export const newClock = (mode: ClockMode, time: number, speed = 1, lead = 0): ClockData => ({
  mode,
  speed,
  time,
  lead,
  agenda: newAgenda(),
})

/**
 * How far to advance: to an instant, or by a number of milliseconds. `only`: the jobs that run; the others wait, also when they are due.
 */
export type ClockTarget = ({ readonly to: number } | { readonly by: number }) & {
  readonly settled?: boolean
  readonly only?: (booking: Booking) => boolean
}

/** The time at which an advance ends. Throws {@link Misuse} for one that no clock reaches. */
export function endOf(target: ClockTarget, now: () => number): number {
  const to = 'by' in target ? now() + target.by : target.to
  if (!Number.isSafeInteger(to) || to > endOfTime)
    throw new Misuse('A clock advances by whole milliseconds, and not beyond 9999-12-31T23:59:59.999Z.')
  // A running clock goes on between two lines, so a span is not compared with it.
  if (('by' in target ? target.by : to - now()) < 0) throw new Misuse(`The clock shows ${zulu(now())}. It only goes forward.`)
  return to
}

/** The time of a clock while no job runs. */
export interface RunningTime {
  running(): number
  set(time: number): void
  /** Calls when the machine's clock was set. A jump forward uses the lead up first. Returns what ends it. */
  whenSet(call: () => void): () => void
  /** Real milliseconds by which the clock is ahead of the machine's, because that was set back. */
  lead(): number
}

export function timeOf(data: ClockData, platform: Pick<Platform, 'now' | 'lead' | 'whenSet'>): RunningTime {
  let last = platform.now()
  /** The time of the machine as this clock follows it: it never goes back, and is never behind the machine's. */
  let followed = last - platform.lead() + data.lead
  /** What was followed when the clock was set. */
  let setAt = followed
  let leadOfMachine = platform.lead()
  /** The part of a jump forward that the machine's own lead did not use up. */
  let jumped = 0

  function follow(): number {
    const now = platform.now()
    followed = Math.max(followed + Math.max(0, now - last - jumped), now - platform.lead())
    jumped = 0
    last = now
    return followed
  }
  const lead = () => (data.mode === 'frozen' ? data.lead : Math.max(0, follow() - last + platform.lead()))
  return {
    running() {
      const { mode, speed, time } = data
      if (mode === 'frozen') return time
      return Math.min(Math.max(time, Math.floor(time + (follow() - setAt) * speed)), endOfTime)
    },
    set(time) {
      data.time = time
      data.lead = lead()
      // While the clock stood, it followed nothing.
      last = platform.now()
      jumped = 0
      followed = last - platform.lead() + data.lead
      setAt = followed
    },
    whenSet: (call) =>
      platform.whenSet((by) => {
        jumped += by + platform.lead() - leadOfMachine
        leadOfMachine = platform.lead()
        call()
      }),
    lead,
  }
}

export interface Clock {
  now(): number
  readonly mode: ClockMode
  /** World seconds for each real second. */
  readonly speed: number
  /** Real milliseconds by which it is ahead of the machine's clock, because that was set back. */
  lead(): number
  readonly agenda: Agenda
  book(booking: Booking): void
  /** Removes the booking of a job with this data, if there is one: its job never runs. */
  unbook(booking: Pick<Booking, 'job' | 'environment' | 'data'>): void
  /**
   * Does everything that is due by now, except for what waits for the outside. Undefined: nothing is due, and no earlier call waits. Calls
   * go on in the order in which they asked. Does not wait for an advance that is under way. Source: decisions §8.
   */
  catchUp(): Promise<void> | undefined
  /** The job of a booking waits for the outside from now on, so that nothing waits for it. */
  goOutside(booking: Pick<Booking, 'cause' | 'nth'>): void
  /** Shows another time until `act` returns. */
  showing<T>(time: number, act: () => T): T
  freeze(): void
  resume(speed: number): void
  /** From now on jobs run in `advance` only, also those that are due, whether the clock stands or goes. */
  rest(): void
  /**
   * Runs the jobs that come due, each at its own instant, up to a time; with `settled` only as long as a working step falls due by then: the
   * clock stays at the last one. When the signal aborts, it stops before the next job, and the clock stays there.
   */
  advance(target: ClockTarget, limit?: number, signal?: AbortSignal): Promise<Account>
  /** No job runs after this. */
  stop(): void
}

export interface ClockOptions {
  readonly data: ClockData
  readonly platform: Platform
  readonly run: DueJobs['run']
  /** Asked when a call wakes the clock. False: somebody else decides when jobs run. */
  mayWake?(): boolean
}

/** What a clock tells, and does. */
interface CatchingUp {
  /** The time that the clock shows while no job runs. */
  running(): number
  /** Whether something is due by a time, or by now. */
  isLate(until?: number): boolean
  /** False: somebody else decides when jobs run. */
  mayWake(): boolean
  /** Ends when the jobs that run have ended; undefined: none runs. */
  worker(): Promise<void> | undefined
  /** Whether the worker advances the clock: no call waits for that. */
  isLeaping(): boolean
  doDue(): Promise<void>
}

/** The function returns undefined when nothing is due and no call waits. Calls go on in the order of their arrival. */
export function createCatchUp({ running, isLate, mayWake, worker, isLeaping, doDue }: CatchingUp): () => Promise<void> | undefined {
  /** The last one of the calls that wait. */
  let last: Promise<void> | undefined

  /** In the order of the calls: each waits for the one before. */
  async function caughtUp(until: number, before: Promise<void> | undefined): Promise<void> {
    await before
    while (!isLeaping()) {
      const working = worker()
      if (working !== undefined) await working.catch(() => {})
      else if (isLate(until) && mayWake()) await doDue()
      else return
    }
  }

  return () => {
    if (last === undefined && (worker() === undefined ? !isLate() : isLeaping())) return undefined
    const turn = caughtUp(running(), last)
    last = turn
    // The call goes on first: one that comes later must not overtake it.
    const over = () => {
      if (last === turn) last = undefined
    }
    void turn.then(() => {}).then(over)
    return turn
  }
}

/** Real milliseconds until the next booking falls due by itself. One whose job waits for the outside is due: it is not lost. Undefined: none does. */
export function untilDue({ mode, speed, agenda, now }: Clock): number | undefined {
  const [next = agenda.next()] = agenda.running
  if (next === undefined) return undefined
  const wait = (next.at - now()) / speed
  return mode === 'real' || wait <= 0 ? wait : undefined
}
