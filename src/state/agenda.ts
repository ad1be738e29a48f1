/** What is booked on a clock, in the order in which it comes due. */
import { createHeap, type Heap } from './heap.ts'

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

/** What is due at one instant: nearly all of it is booked in order, and so waits in line; a heap takes the rest. */
interface Instant {
  readonly at: number
  readonly line: (Booking | undefined)[]
  /** How many of the line have been taken. */
  taken: number
  others?: Heap<Booking>
}

/** Adding and taking cost the same whether ten bookings or a hundred thousand are due at an instant. */
export function createAgenda(): Agenda {
  const instants = new Map<number, Instant>()
  const upcoming = createHeap<Instant>((one, other) => one.at < other.at)
  let size = 0
  let steps = 0

  function enter(booking: Booking): void {
    const { at } = booking
    const instant = instants.get(at)
    if (instant) {
      line(instant, booking)
      return
    }
    const made: Instant = { at, line: [booking], taken: 0 }
    instants.set(at, made)
    upcoming.add(made)
  }

  return {
    get size() {
      return size
    },
    get steps() {
      return steps
    },
    add(booking) {
      enter(booking)
      size++
      if (booking.step) steps++
    },
    next() {
      const instant = upcoming.first()
      return instant && firstOf(instant)
    },
    take() {
      const instant = upcoming.first()
      const first = instant && takeFirst(instant)
      if (!first) return undefined
      if (instant.taken === instant.line.length && !instant.others?.size) {
        upcoming.take()
        instants.delete(instant.at)
      }
      size--
      if (first.step) steps--
      return first
    },
    list: () => [...instants.values()].flatMap(bookingsOf).sort((one, other) => (earlier(one, other) ? -1 : 1)),
  }
}

function line(instant: Instant, booking: Booking): void {
  const last = instant.line.at(-1)
  if (!last || precedes(last, booking)) {
    instant.line.push(booking)
    return
  }
  instant.others ??= createHeap(precedes)
  instant.others.add(booking)
}

function firstOf({ line, taken, others }: Instant): Booking | undefined {
  const waiting = line[taken]
  const other = others?.first()
  return waiting && other ? (precedes(other, waiting) ? other : waiting) : (waiting ?? other)
}

function takeFirst(instant: Instant): Booking | undefined {
  const first = firstOf(instant)
  if (first === instant.line[instant.taken]) instant.line[instant.taken++] = undefined
  else instant.others?.take()
  return first
}

const bookingsOf = ({ line, taken, others }: Instant): Booking[] =>
  [...line.slice(taken), ...(others?.items() ?? [])].filter((each) => each !== undefined)
