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
  readonly environment: EnvironmentName
  readonly data: Readonly<Record<string, unknown>>
  /** How often it was put off because a service could not be reached. */
  readonly again?: number
}

/** A booking's own name, under which it causes others. */
export const bookingId = ({ cause, nth }: Pick<Booking, 'cause' | 'nth'>) => `${cause}.${nth}`

/** By time, then by what caused it (calls in order of arrival), then as booked. */
export function earlier(one: Booking, other: Booking): boolean {
  if (one.at !== other.at) return one.at < other.at
  if (one.cause === other.cause) return one.nth < other.nth
  const ones = bookingId(one).split('.')
  const others = bookingId(other).split('.')
  for (let at = 0; ; at++) {
    const [a, b] = [ones[at], others[at]]
    if (a === undefined || b === undefined) return a === undefined && b !== undefined
    if (a !== b) return Number(a) < Number(b)
  }
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
