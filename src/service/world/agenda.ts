/** The bookings of a clock, and the order in which they come due. */
import { getOrCreate } from '../wire/when-needed.ts'
import { add, type Ordered, remove } from './ordered.ts'

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

/** By time, then by cause (calls in the order of their arrival), then in the order of booking. A job that was put off comes after its first attempt. */
export function compareBookings(one: Booking, other: Booking): number {
  if (one.at !== other.at) return one.at - other.at
  if (one.cause === other.cause) return one.nth - other.nth || (one.again ?? 0) - (other.again ?? 0)
  return precedes(one, other) ? -1 : 1
}

/** By id, which few comparisons need whole. A booking comes before the bookings of its own job. */
function precedes(one: Booking, other: Booking): boolean {
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
export interface AgendaData {
  readonly waiting: Ordered<Booking>
  /** Bookings whose jobs wait for the outside world: until a job ends, its booking is not lost. */
  readonly running: Set<Booking>
}

export function newAgenda(bookings: readonly Booking[] = []): AgendaData {
  const data: AgendaData = { waiting: [], running: new Set() }
  for (const booking of bookings) add(data.waiting, booking, compareBookings)
  return data
}

/** In order, also those whose jobs wait for the outside world. */
export const bookingsIn = ({ waiting, running }: AgendaData): Booking[] => [...waiting.flat(), ...running].sort(compareBookings)

const dataKey = ({ environment, data }: Pick<Booking, 'environment' | 'data'>): string => `${environment} ${JSON.stringify(data)}`

/** Called with each booking that is added or has ended. */
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
  const { waiting, running } = data
  for (const booking of running) add(waiting, booking, compareBookings)
  running.clear()
  let steps = waiting.flat().filter(({ step }) => step).length
  let follower: AgendaFollower | undefined
  /** Job → its bookings by their data, once one was removed. */
  const byData = new Map<string, Map<string, Booking>>()

  const bookingsOf = (job: string) =>
    getOrCreate(byData, job, () => new Map(waiting.flat().flatMap((each) => (each.job === job ? [[dataKey(each), each]] : []))))

  function take(booking: Booking | undefined): Booking | undefined {
    if (!booking) return undefined
    remove(waiting, booking, compareBookings)
    if (booking.step) steps--
    byData.get(booking.job)?.delete(dataKey(booking))
    return booking
  }

  const agenda: Agenda = {
    get size() {
      return waiting.reduce((size, run) => size + run.length, 0)
    },
    get steps() {
      return steps
    },
    running,
    add(booking) {
      add(waiting, booking, compareBookings)
      if (booking.step) steps++
      byData.get(booking.job)?.set(dataKey(booking), booking)
      follower?.(booking, 'added')
    },
    next: () => waiting[0]?.[0],
    take: () => take(agenda.next()),
    hold: (booking) => void running.add(booking),
    end(booking) {
      running.delete(booking)
      follower?.(booking, 'ended')
    },
    remove(wanted) {
      const booking = take(bookingsOf(wanted.job).get(dataKey(wanted)))
      if (booking) follower?.(booking, 'ended')
      return booking
    },
    list: () => waiting.flat(),
    among(isOne) {
      const next = () => waiting.flat().find(isOne)
      return { ...agenda, next, take: () => take(next()) }
    },
    follow(other) {
      follower = other
    },
  }
  return agenda
}
