/** What behaviour gets to work with, in a call and in a job. */
import type { Service } from '../wire/vocabulary.ts'
import type { BookingData, BookingId, StepKinds } from '../world/bookings.ts'
import type { Random } from '../world/random.ts'
import type { Environment } from '../world/records.ts'
import type { World } from '../world/world.ts'
import type { Circumstances } from './circumstances.ts'

export interface Act<S extends Service = Service> {
  readonly world: World
  readonly environment: Environment
  /** The id of the call's line or of the job's booking: what it makes keeps it. */
  readonly cause: string
  /** World milliseconds since 1970. Time can pass while an act waits: ask again afterwards. */
  now(): number
  readonly random: Random
  readonly circumstances: Circumstances
  /** Aborts when the client leaves, and when the world ends. Undefined in a job. It is made when it is first asked for. */
  signal(): AbortSignal | undefined
  /** Throws the refusal `unreachable` when a service that the row or job depends on is down. */
  reach(service: S): void
  /**
   * Await it after a wait for anything but the body, before the clock is read or something is committed: a replay lets the call go on when
   * it went on in the recording.
   */
  waited(): Promise<void> | void
  /**
   * Call it in a job that waits for the outside, or for another job that does, before it waits: calls to its world wait for it no longer.
   */
  goOutside(): void
  /** The only way to change a world. It is synchronous, and refused when the client has gone. */
  commit<T>(change: () => T): T
  /** The same, also when the client has gone: a resumable upload keeps the bytes that arrived. */
  commitAfterDisconnect<T>(change: () => T): T
  /**
   * Books a job for a world time in milliseconds since 1970; absent: for the end of its step, which begins now. Call it inside a commit.
   */
  book<Id extends BookingId>(job: Id, data: BookingData[Id], at?: number): void
  /** Removes the booking of a job with this data, if there is one. Call it inside a commit. */
  unbook<Id extends BookingId>(job: Id, data: BookingData[Id]): void
  /** When the step of a job ends that begins at `from`. World milliseconds since 1970. */
  stepEnd<Id extends BookingId>(job: Id, from: number, ...kind: Id extends keyof StepKinds ? [StepKinds[Id]] : []): number
}

/** A world and one of its environments. */
export type WorldEnvironment = Pick<Act, 'world' | 'environment'>
