/** The interface between handlers or jobs and their world, and the types of bookings. */
import type { z } from 'zod'
import type { Service } from '../wire/vocabulary.ts'
import type { Random } from '../world/random.ts'
import type { Environment } from '../world/records.ts'
import type { World } from '../world/world.ts'
import type { Circumstances } from './circumstances.ts'
import type { eventBookings } from './events/bookings.ts'
import type { fileTransferBookings } from './file-transfer/bookings.ts'
import type { notificationBookings } from './notifications/bookings.ts'
import type { resourceBookings } from './resources/bookings.ts'
import type { uploadBookings } from './resumable-upload/bookings.ts'

type Bookings = typeof notificationBookings &
  typeof fileTransferBookings &
  typeof resourceBookings &
  typeof eventBookings &
  typeof uploadBookings

export type BookingId = keyof Bookings

/** Booking data by job. */
export type BookingData = { readonly [Id in BookingId]: z.output<Bookings[Id]['data']> }

/** Step kinds by job, for jobs whose kinds differ in length. */
export type StepKinds = { readonly [Id in BookingId as [KindOf<Id>] extends [never] ? never : Id]: KindOf<Id> }

type KindOf<Id extends BookingId> = Bookings[Id] extends { readonly step: infer Step } ? KindIn<Step[keyof Step]> : never
type KindIn<Length> = Length extends number | string ? never : keyof Length & string

export interface Act<S extends Service = Service> {
  readonly world: World
  readonly environment: Environment
  /** The id of the call's journal line, or of the job's booking. Records that it creates refer to it. */
  readonly cause: string
  /** World milliseconds since 1970. Time can pass during an await, so call it again afterwards. */
  now(): number
  readonly random: Random
  readonly circumstances: Circumstances
  /** Aborts when the client disconnects or the world is removed. Undefined in a job. Created on first use. */
  signal(): AbortSignal | undefined
  /** Throws the refusal `unreachable` if a service that the row or job depends on is down. */
  reach(service: S): void
  /**
   * Await this after each await (except of the body), before you read the clock or commit: a replay continues the call at the same point as
   * the recording.
   */
  waited(): Promise<void> | void
  /**
   * Call this in a job before it awaits the outside world, or another job that does. Calls to its world then no longer wait for the job.
   */
  goOutside(): void
  /** The only way to change a world. Synchronous. Throws if the client has disconnected. */
  commit<T>(change: () => T): T
  /** Changes a world like {@link commit}, but even after the client has disconnected: a resumable upload stores the received bytes. */
  commitAfterDisconnect<T>(change: () => T): T
  /** Books a job for a world time in milliseconds since 1970. Default: the end of its step, which starts now. Call inside a commit. */
  book<Id extends BookingId>(job: Id, data: BookingData[Id], at?: number): void
  /** Removes the job's booking with this data, if any. Call inside a commit. */
  unbook<Id extends BookingId>(job: Id, data: BookingData[Id]): void
  /** The end of the step of a job that starts at `from`, in world milliseconds since 1970. */
  stepEnd<Id extends BookingId>(job: Id, from: number, ...kind: Id extends keyof StepKinds ? [StepKinds[Id]] : []): number
}

/** A world and one of its environments. */
export type WorldEnvironment = Pick<Act, 'world' | 'environment'>
