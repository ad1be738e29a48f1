/** The clock of one world: its data, and what it does. */
import { Misuse } from '../wire/misuse.ts'
import { endOfTime, zulu } from '../wire/timestamp.ts'
import { type Agenda, type AgendaData, type Booking, newAgenda } from './bookings.ts'
import type { Platform } from './platform.ts'
import type { ClockMode } from './settings.ts'

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
  /** The name of its world. */
  readonly world?: string
  run(booking: Booking): Promise<Happening>
  /** Asked when a call wakes the clock. False: somebody else decides when jobs run. */
  mayWake?(): boolean
}

/** What one job did. */
export interface Happening {
  /** World milliseconds since 1970. */
  readonly at: number
  /** The job. */
  readonly what: string
  /** The record it was about. */
  readonly id?: string | undefined
  readonly [fact: string]: unknown
}

export interface Account {
  readonly now: number
  /** In order; at most as many as the caller asked for. */
  readonly happened: readonly Happening[]
  /** How many jobs ran. */
  readonly total: number
  /** How many of them, by job. */
  readonly counts: Readonly<Record<string, number>>
  /** True if no working step is booked. */
  readonly settled: boolean
  /** The bookings that are left, in no order. */
  readonly booked: readonly Booking[]
}

/** Real milliseconds until the next booking falls due by itself. One whose job waits for the outside is due: it is not lost. Undefined: none does. */
export function untilDue({ mode, speed, agenda, now }: Clock): number | undefined {
  const [next = agenda.next()] = agenda.running
  if (next === undefined) return undefined
  const wait = (next.at - now()) / speed
  return mode === 'real' || wait <= 0 ? wait : undefined
}
