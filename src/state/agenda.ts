/** What is booked on a clock, in the order in which it comes due. */
import { createHeap } from './heap.ts'

export type EnvironmentName = 'test' | 'production'

/** A job to be done at a time. Plain data: listed, saved and restored. */
export interface Booking {
  /** World milliseconds since 1970. */
  readonly at: number
  /** The journal line of the call, or the booking, that made it. */
  readonly cause: string
  /** Which of its cause's bookings it is, counted from 0. */
  readonly nth: number
  readonly job: string
  /** Whether the service is still working on something, rather than keeping a promise (an expiry, say). */
  readonly step: boolean
  /** Whether others of its instant are begun while it waits for the world outside. */
  readonly together?: true
  readonly environment: EnvironmentName
  readonly data: Readonly<Record<string, unknown>>
  /** How often it was put off because a service could not be reached. */
  readonly again?: number
}

/** A booking's own name, under which it causes others. */
export const bookingId = ({ cause, nth }: Pick<Booking, 'cause' | 'nth'>) => `${cause}.${nth}`

/** By time, then by what caused it (calls in order of arrival), then as booked. */
export const earlier = (one: Booking, other: Booking): boolean => (one.at === other.at ? precedes(one, other) : one.at < other.at)

/** By their names, which few comparisons need whole; what was booked comes before what it has booked itself. */
function precedes(one: Booking, other: Booking): boolean {
  if (one.cause === other.cause) return one.nth < other.nth
  return isSmaller(one.cause, other.cause) ?? isSmaller(bookingId(one), bookingId(other)) ?? bookingId(one).length < bookingId(other).length
}

/** Number by number; undefined where one is but the beginning of the other. */
function isSmaller(one: string, other: string): boolean | undefined {
  let at = 0
  while (at < one.length && one.charCodeAt(at) === other.charCodeAt(at)) at++
  if (at === one.length || at === other.length) return undefined
  // Of two numbers that differ from here on, the one with fewer digits left is the smaller.
  const digits = digitsFrom(one, at) - digitsFrom(other, at)
  return digits === 0 ? one.charCodeAt(at) < other.charCodeAt(at) : digits < 0
}

function digitsFrom(text: string, start: number): number {
  const end = text.indexOf('.', start)
  return (end < 0 ? text.length : end) - start
}

export interface Agenda {
  readonly size: number
  /** How many bookings are working steps. */
  readonly steps: number
  add(booking: Booking): void
  next(): Booking | undefined
  take(): Booking | undefined
  /** Every booking, in order. Costs their number. */
  list(): Booking[]
}

/** `bookings` is the data: the array of a heap. */
export function createAgenda(bookings: Booking[] = []): Agenda {
  const heap = createHeap(bookings, earlier)
  let steps = bookings.filter(({ step }) => step).length
  return {
    get size() {
      return heap.size
    },
    get steps() {
      return steps
    },
    add(booking) {
      heap.add(booking)
      if (booking.step) steps++
    },
    next: heap.first,
    take() {
      const first = heap.take()
      if (first?.step) steps--
      return first
    },
    list: () => bookings.toSorted((one, other) => (earlier(one, other) ? -1 : 1)),
  }
}
