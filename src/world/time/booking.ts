/** A booking, and the order in which bookings come due. */
export const environmentNames = ['test', 'production'] as const
export type EnvironmentName = (typeof environmentNames)[number]

/** A job to run at a time. Plain data. */
export interface Booking {
  /** World milliseconds since 1970. */
  readonly at: number
  /** The id of the call, or of the booking, that made it. */
  readonly cause: string
  /** Which of its cause's bookings it is, counted from 0. */
  readonly nth: number
  readonly job: string
  /** Whether the service is still at work. False where it only waits, for example for an expiry. */
  readonly step: boolean
  /** Whether other jobs of the same instant begin while this one waits for the outside world. */
  readonly together?: true | undefined
  readonly environment: EnvironmentName
  readonly data: Readonly<Record<string, unknown>>
  /** How often it was postponed because a service could not be reached. */
  readonly again?: number
}

/** The id of a booking: the cause of the bookings that its job makes. */
export const bookingId = ({ cause, nth }: Pick<Booking, 'cause' | 'nth'>) => `${cause}.${nth}`

/** By time, then by cause (calls in the order of their arrival), then in the order of booking. */
export const earlier = (one: Booking, other: Booking): boolean => (one.at === other.at ? precedes(one, other) : one.at < other.at)

/** By id, which few comparisons need whole. A booking comes before the bookings of its own job. */
function precedes(one: Booking, other: Booking): boolean {
  if (one.cause === other.cause) return one.nth < other.nth
  return isSmaller(one.cause, other.cause) ?? isSmaller(bookingId(one), bookingId(other)) ?? bookingId(one).length < bookingId(other).length
}

/** Number by number. Undefined when one id is the beginning of the other. */
function isSmaller(one: string, other: string): boolean | undefined {
  let at = 0
  while (at < one.length && one.charCodeAt(at) === other.charCodeAt(at)) at++
  if (at === one.length || at === other.length) return undefined
  // The two numbers differ from here on: the one with fewer digits left is smaller.
  const digits = digitsFrom(one, at) - digitsFrom(other, at)
  return digits === 0 ? one.charCodeAt(at) < other.charCodeAt(at) : digits < 0
}

function digitsFrom(text: string, start: number): number {
  const end = text.indexOf('.', start)
  return (end < 0 ? text.length : end) - start
}
