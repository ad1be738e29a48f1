/** What is booked on a clock, in the order in which it comes due. */

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
export const earlier = (one: Booking, other: Booking): boolean =>
  one.at === other.at ? precedes(bookingId(one), bookingId(other)) : one.at < other.at

/** Number by number; what was booked comes before what it has booked itself. */
function precedes(one: string, other: string): boolean {
  let at = 0
  while (at < one.length && one[at] === other[at]) at++
  // Of two numbers that differ from here on, the one with fewer digits left is the smaller.
  const digits = digitsFrom(one, at) - digitsFrom(other, at)
  return digits === 0 ? one.slice(at) < other.slice(at) : digits < 0
}

function digitsFrom(text: string, start: number): number {
  let at = start
  while (at < text.length && text[at] !== '.') at++
  return at - start
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

/** A binary heap. */
export function createAgenda(): Agenda {
  const heap: Booking[] = []
  let steps = 0

  function settle(from: number, booking: Booking): void {
    let at = from
    for (;;) {
      let child = 2 * at + 1
      const left = heap[child]
      const right = heap[child + 1]
      if (!left) break
      if (right && earlier(right, left)) child++
      const least = heap[child] as Booking
      if (!earlier(least, booking)) break
      heap[at] = least
      at = child
    }
    heap[at] = booking
  }

  return {
    get size() {
      return heap.length
    },
    get steps() {
      return steps
    },
    add(booking) {
      if (booking.step) steps++
      let at = heap.length
      while (at > 0) {
        const parent = (at - 1) >> 1
        const above = heap[parent] as Booking
        if (!earlier(booking, above)) break
        heap[at] = above
        at = parent
      }
      heap[at] = booking
    },
    next: () => heap[0],
    take() {
      const first = heap[0]
      const last = heap.pop()
      if (first && last && first !== last) settle(0, last)
      if (first?.step) steps--
      return first
    },
    list: () => [...heap].sort((one, other) => (earlier(one, other) ? -1 : 1)),
  }
}
