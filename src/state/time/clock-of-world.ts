/** What the clock of a world can do. */
import type { Account } from '../account.ts'
import type { Agenda, Booking } from '../agenda.ts'
import type { Platform } from '../platform.ts'
import type { ClockData, ClockMode, ClockTarget } from './clock-data.ts'
import type { DueJobs } from './run-due-jobs.ts'

export interface Clock {
  now(): number
  readonly mode: ClockMode
  /** World seconds for each real second. */
  readonly speed: number
  readonly agenda: Agenda
  book(booking: Booking): void
  /**
   * Does everything that is due by now, except for what waits for the outside. Undefined: nothing is due, and no earlier call waits. Calls go on
   * in the order in which they asked. Does not wait for an advance that is under way. Source: decisions §8.
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
   * Runs the jobs that come due, each at its own instant, up to a time; with `settled` only until no working step is left. When the
   * signal aborts, it stops before the next job, and the clock stays there.
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
