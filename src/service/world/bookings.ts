/** The part of a job that its bookings need: another job books it by id and does not import it. */
import type { z } from 'zod'
import type { PaceName } from './settings.ts'

/** World milliseconds, or until the next full minute. */
type Length = number | 'next minute'

/** `Kind`: the kinds of its step, for a job whose kinds differ in length. */
export interface Bookable<Kind extends string = string> {
  /**
   * The time that the service takes until the job runs, at each pace. Absent for a job that only waits, for example for an expiry. Source:
   * decisions §8.
   */
  readonly step?: Readonly<Record<PaceName, Length | Readonly<Record<Kind, Length>>>>
  /** Set if other jobs of the same instant start while this job waits for the outside world. */
  readonly together?: true
}

/** Job → the data of its bookings and the length of its step. */
export type BookingTable = Readonly<Record<string, Pick<Bookable, 'step'> & { readonly data: z.ZodObject }>>
