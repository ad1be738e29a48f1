/** A world clock's data and interface. */
import { Misuse } from '../wire/misuse.ts'
import { endOfTime, zulu } from '../wire/timestamp.ts'
import type { Platform } from './platform.ts'
import type { ClockMode } from './settings.ts'
import { type Agenda, type AgendaData, type Booking, newAgenda } from './time/bookings.ts'

export {
  type Bookable,
  type Booking,
  type BookingTable,
  bookingId,
  bookings,
  bookingsIn,
  type Defect,
  defects,
  newAgenda,
} from './time/bookings.ts'

/** Plain data. */
export interface ClockData {
  mode: ClockMode
  /** World seconds per real second. */
  speed: number
  /** The clock's time when it was last set, in milliseconds of world time since 1970. */
  time: number
  /**
   * The clock's lead over the machine's clock when this clock was last set, in real milliseconds. A clock gets ahead when the machine's
   * clock is set back.
   */
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

/** The end of an advance: a time, or a number of milliseconds from now. `only`: the jobs to run; all others wait even if they are due. */
export type ClockTarget = ({ readonly to: number } | { readonly by: number }) & {
  readonly settled?: boolean
  readonly only?: (booking: Booking) => boolean
}

/** Returns the time at which an advance ends. Throws {@link Misuse} if no clock can reach that time. */
export function endOf(target: ClockTarget, now: () => number): number {
  const to = 'by' in target ? now() + target.by : target.to
  if (!Number.isSafeInteger(to) || to > endOfTime)
    throw new Misuse('A clock advances in whole milliseconds, at most to 9999-12-31T23:59:59.999Z.')
  // A running clock advances between two statements, so a relative target is not compared with the clock's time.
  if (('by' in target ? target.by : to - now()) < 0) throw new Misuse(`The clock shows ${zulu(now())}. It can only go forward.`)
  return to
}

export interface Clock {
  now(): number
  readonly mode: ClockMode
  /** World seconds per real second. */
  readonly speed: number
  /** Returns this clock's lead over the machine's clock, in real milliseconds. */
  lead(): number
  readonly agenda: Agenda
  book(booking: Booking): void
  /** Removes a job's booking with this data, if there is one, so that the job does not run. */
  unbook(booking: Pick<Booking, 'job' | 'environment' | 'data'>): void
  /**
   * Runs all due jobs except those that are waiting for an outgoing call. Returns `undefined` if no job is due and no earlier call is
   * waiting. Calls continue in arrival order, without waiting for an advance in progress. Source: decisions §8.
   */
  catchUp(): Promise<void> | undefined
  /** Marks this booking's job as waiting for an outgoing call. The clock no longer waits for the job to end. */
  goOutside(booking: Pick<Booking, 'cause' | 'nth'>): void
  /** Makes the clock show the given time during `act`. */
  showing<T>(time: number, act: () => T): T
  freeze(): void
  resume(speed: number): void
  /** From now on, jobs run only in `advance`, even if a running clock has due jobs. */
  rest(): void
  /**
   * Runs the jobs that are due up to a given time, each at its own time. With `settled`, stops after the last booking with `step` that is
   * due by the given time. If the signal aborts, stops before the next job. In both cases, the clock stays at the time of the last job.
   */
  advance(target: ClockTarget, limit?: number, signal?: AbortSignal): Promise<Account>
  stop(): void
}

export interface ClockOptions {
  readonly data: ClockData
  readonly platform: Platform
  readonly world?: string
  run(booking: Booking): Promise<Happening>
  /** Called before a call runs due jobs. Returns false if a replay determines when jobs run. */
  mayWake?(): boolean
}

export interface Happening {
  /** Milliseconds of world time since 1970. */
  readonly at: number
  readonly what: string
  /** The id of the record that the job changed. */
  readonly id?: string | undefined
  readonly [fact: string]: unknown
}

export interface Account {
  readonly now: number
  /** In order, up to the limit that the caller passed. */
  readonly happened: readonly Happening[]
  readonly total: number
  /** Number of runs per job. */
  readonly counts: Readonly<Record<string, number>>
  /** True if there is no booking with `step` left. */
  readonly settled: boolean
  /** The remaining bookings, not sorted. */
  readonly booked: readonly Booking[]
}

/**
 * Returns the real milliseconds until the next job is due if the clock is not advanced. A job that is waiting for an outgoing call counts
 * as due. `undefined` if there are no bookings.
 */
export function untilDue({ mode, speed, agenda, now }: Clock): number | undefined {
  const [next = agenda.next()] = agenda.running
  if (next === undefined) return undefined
  const wait = (next.at - now()) / speed
  return mode === 'real' || wait <= 0 ? wait : undefined
}
