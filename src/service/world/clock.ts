/** A world's clock: its data and its interface. */
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
  /** The time that the clock showed when it was last set, in world milliseconds since 1970. */
  time: number
  /** The clock's lead over the machine's clock at that moment, in real milliseconds, because the machine's clock had been set back. */
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
 * When an advance ends: an instant, or a number of milliseconds from now. `only`: the jobs to run; other jobs wait even if they are due.
 */
export type ClockTarget = ({ readonly to: number } | { readonly by: number }) & {
  readonly settled?: boolean
  readonly only?: (booking: Booking) => boolean
}

/** Returns the time at which an advance ends. Throws {@link Misuse} if no clock can reach it. */
export function endOf(target: ClockTarget, now: () => number): number {
  const to = 'by' in target ? now() + target.by : target.to
  if (!Number.isSafeInteger(to) || to > endOfTime)
    throw new Misuse('A clock advances by whole milliseconds, at most to 9999-12-31T23:59:59.999Z.')
  // A running clock moves on between two statements, so a span is not compared with it.
  if (('by' in target ? target.by : to - now()) < 0) throw new Misuse(`The clock shows ${zulu(now())}. It only goes forward.`)
  return to
}

export interface Clock {
  now(): number
  readonly mode: ClockMode
  /** World seconds per real second. */
  readonly speed: number
  /** Real milliseconds by which it is ahead of the machine's clock, because the machine's clock was set back. */
  lead(): number
  readonly agenda: Agenda
  book(booking: Booking): void
  /** Removes the booking for a job with this data, if there is one, so that the job never runs. */
  unbook(booking: Pick<Booking, 'job' | 'environment' | 'data'>): void
  /**
   * Runs all due jobs except those that are waiting for an outgoing call. Returns `undefined` if no job is due and no earlier call is
   * waiting. Calls continue in order of arrival. Does not wait for an advance in progress. Source: decisions §8.
   */
  catchUp(): Promise<void> | undefined
  /** From now on, the clock does not wait for this booking's job. */
  goOutside(booking: Pick<Booking, 'cause' | 'nth'>): void
  /** Shows a different time while `act` runs. */
  showing<T>(time: number, act: () => T): T
  freeze(): void
  resume(speed: number): void
  /** From now on, jobs only run in `advance`, even if a running clock has due jobs. */
  rest(): void
  /**
   * Runs the jobs due up to a given time, each at its own time. With `settled`, it stops after the last working step due by then. If the
   * signal aborts, it stops before the next job. In both cases the clock stays at the last job's time.
   */
  advance(target: ClockTarget, limit?: number, signal?: AbortSignal): Promise<Account>
  /** Prevents further jobs. */
  stop(): void
}

export interface ClockOptions {
  readonly data: ClockData
  readonly platform: Platform
  /** The world's name. */
  readonly world?: string
  run(booking: Booking): Promise<Happening>
  /** Called before a call runs due jobs. Returns false if a replay decides when jobs run. */
  mayWake?(): boolean
}

/** A job's result. */
export interface Happening {
  /** World milliseconds since 1970. */
  readonly at: number
  /** The job id. */
  readonly what: string
  /** The id of the record that the job handled. */
  readonly id?: string | undefined
  readonly [fact: string]: unknown
}

export interface Account {
  readonly now: number
  /** In order, up to the caller's limit. */
  readonly happened: readonly Happening[]
  /** Number of jobs that ran. */
  readonly total: number
  /** The number of times each job ran. */
  readonly counts: Readonly<Record<string, number>>
  /** True if no working step is booked. */
  readonly settled: boolean
  /** The remaining bookings, unsorted. */
  readonly booked: readonly Booking[]
}

/**
 * Real milliseconds until the next job is due without an advance. A job waiting for an outgoing call counts as due. `undefined` if no job
 * is booked.
 */
export function untilDue({ mode, speed, agenda, now }: Clock): number | undefined {
  const [next = agenda.next()] = agenda.running
  if (next === undefined) return undefined
  const wait = (next.at - now()) / speed
  return mode === 'real' || wait <= 0 ? wait : undefined
}
