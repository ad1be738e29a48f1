/** The bookings of a clock, and the order in which they come due. */
import { getOrCreate } from '../wire/when-needed.ts'
import { addTo, allIn, firstIn, newQueue, type Queue, refill, removeFirst } from './time/queue.ts'

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

/** Plain data. */
export interface AgendaData extends Queue<Booking> {
  /** Bookings whose jobs wait for the outside world: until a job ends, its booking is not lost. */
  readonly running: Set<Booking>
  /** Bookings that were removed, and are still in the queue: they are left out when they come first. */
  readonly removed: Set<Booking>
}

export const newAgenda = (bookings: Booking[] = []): AgendaData => ({
  ...newQueue(inOrder(bookings)),
  running: new Set(),
  removed: new Set(),
})

/** In order, also those whose jobs wait for the outside world. */
export const bookingsIn = (data: AgendaData): Booking[] => inOrder([...waitingIn(data), ...data.running])

/** In no order. */
const waitingIn = (data: AgendaData): Booking[] => allIn(data).filter((booking) => !data.removed.has(booking))

function inOrder(bookings: Booking[]): Booking[] {
  return bookings.sort((one, other) => (earlier(one, other) ? -1 : 1))
}

const dataKey = ({ environment, data }: Pick<Booking, 'environment' | 'data'>): string => `${environment} ${JSON.stringify(data)}`

/** Learns which bookings there are. */
export type AgendaFollower = (booking: Booking, what: 'added' | 'ended') => void

export interface Agenda {
  readonly size: number
  /** How many bookings are working steps. */
  readonly steps: number
  /** The bookings that were taken, and whose jobs wait. */
  readonly running: ReadonlySet<Booking>
  add(booking: Booking): void
  next(): Booking | undefined
  /** Takes the next booking: its job runs until `end`. */
  take(): Booking | undefined
  /** The job of a booking that was taken waits. */
  hold(booking: Booking): void
  end(booking: Booking): void
  /** Removes the booking of a job with this data, and returns it. Does nothing where there is none, or where its job runs. */
  remove(booking: Pick<Booking, 'job' | 'environment' | 'data'>): Booking | undefined
  /** Every booking, in no order. Costs their number. */
  all(): Booking[]
  /** Every booking, in order. Costs their number. */
  list(): Booking[]
  /**
   * The bookings of some, as an agenda of their own: the others wait, also those that come before. Each step of it costs the number of all.
   */
  among(isOne: (booking: Booking) => boolean): Agenda
  /** Tells a follower of every booking from now on. There is one at most. */
  follow(follower: AgendaFollower): void
}

/** Bookings whose jobs waited are booked again. */
export function createAgenda(data: AgendaData = newAgenda()): Agenda {
  const { running, removed } = data
  let size = waitingIn(data).length
  let steps = waitingIn(data).filter(({ step }) => step).length
  let follower: AgendaFollower | undefined
  let next = first()
  /** Job → its bookings by their data, once one was removed. */
  const byData = new Map<string, Map<string, Booking>>()

  function first(): Booking | undefined {
    for (;;) {
      const booking = firstIn(data, earlier)
      if (!booking || !removed.delete(booking)) return booking
      removeFirst(data, booking, earlier)
    }
  }
  function bookingsOf(job: string): Map<string, Booking> {
    return getOrCreate(byData, job, () => new Map(waitingIn(data).flatMap((each) => (each.job === job ? [[dataKey(each), each]] : []))))
  }
  function remove(wanted: Pick<Booking, 'job' | 'environment' | 'data'>): Booking | undefined {
    const booking = bookingsOf(wanted.job).get(dataKey(wanted))
    if (!booking) return undefined
    removed.add(booking)
    took(booking)
    if (removed.size > size) putInPlace(agenda.list())
    follower?.(booking, 'ended')
    return booking
  }
  function putInPlace(bookings: readonly Booking[]): void {
    refill(data, bookings)
    removed.clear()
  }

  function add(booking: Booking): void {
    addTo(data, booking, earlier)
    size++
    if (booking.step) steps++
    byData.get(booking.job)?.set(dataKey(booking), booking)
    if (!next || earlier(booking, next)) next = booking
    follower?.(booking, 'added')
  }
  for (const booking of running) add(booking)
  running.clear()

  function took(booking: Booking): Booking {
    next = first()
    size--
    if (booking.step) steps--
    byData.get(booking.job)?.delete(dataKey(booking))
    return booking
  }

  const agenda: Agenda = {
    get size() {
      return size
    },
    get steps() {
      return steps
    },
    running,
    add,
    next: () => next,
    take() {
      if (!next) return undefined
      const booking = next
      removeFirst(data, booking, earlier)
      return took(booking)
    },
    hold: (booking) => void running.add(booking),
    end(booking) {
      running.delete(booking)
      follower?.(booking, 'ended')
    },
    remove,
    all: () => waitingIn(data),
    list: () => inOrder(waitingIn(data)),
    among: (isOne) => ({
      ...agenda,
      next: () => agenda.list().find(isOne),
      take() {
        const one = agenda.list().find(isOne)
        if (!one) return undefined
        putInPlace(agenda.list().filter((booking) => booking !== one))
        return took(one)
      },
    }),
    follow(other) {
      follower = other
    },
  }
  return agenda
}
