/** What jobs say of themselves, so that others book them by id and do not import them. */
import type { PaceName } from './settings.ts'

/** Job → what its booking carries. The file of each job adds its own line. */
// biome-ignore lint/suspicious/noEmptyInterface: jobs add to it
export interface BookingData {}

export type BookingId = keyof BookingData

/** Job → the kinds of its step, where the kinds differ in length. */
// biome-ignore lint/suspicious/noEmptyInterface: jobs add to it
export interface StepKinds {}

/** World milliseconds, or until the next full minute. */
type Length = number | 'next minute'

/** What a booking takes over from its job. `Kind`: the kinds of its step, where they differ in length. */
export interface Bookable<Kind extends string = string> {
  /**
   * How long the service works until the job runs, at each pace. Absent where it only waits, for example for an expiry. Source: decisions
   * §8.
   */
  readonly step?: Readonly<Record<PaceName, Length | Readonly<Record<Kind, Length>>>>
  /** Whether other jobs of the same instant begin while this one waits for the outside world. */
  readonly together?: true
}
