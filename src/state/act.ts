/** What behaviour is given, whether a call or a job started it. */
import type { Service } from '../wire/services.ts'
import type { BookingData, BookingId } from './bookings.ts'
import type { Circumstances } from './circumstances.ts'
import type { Environment } from './environment.ts'
import type { Random } from './random.ts'
import type { World } from './world.ts'

export interface Act<S extends Service = Service> {
  readonly world: World
  readonly environment: Environment
  /** World milliseconds since 1970. One act may see several instants: it asks again after waiting. */
  now(): number
  readonly random: Random
  readonly circumstances: Circumstances
  /** Aborted when the client has gone. */
  readonly signal: AbortSignal | undefined
  /** Throws the refusal `unreachable` when a service that the row or job depends on is down. */
  reach(service: S): void
  /** The only way to change a world: at once, and not for a client that has gone. */
  commit<T>(change: () => T): T
  /** The same for what a client has handed over, also after it has gone: a resumable upload keeps it. */
  commitAfterDisconnect<T>(change: () => T): T
  /** Books a job for a world time in milliseconds since 1970. Call it inside a commit. */
  book<Id extends BookingId>(job: Id, data: BookingData<Id>, at: number): void
}
