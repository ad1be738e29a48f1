/** Job bookings, their order, and a clock's agenda. */
import type { z } from 'zod'
import { getOrCreate } from '../../wire/when-needed.ts'
import { add, type Ordered, remove } from '../records/table.ts'
import { defineRecord, type EnvironmentName } from '../records.ts'
import type { PaceName } from '../settings.ts'

/** In milliseconds of world time, or until the next full minute. */
type Length = number | 'next minute'

/**
 * The properties of a job that are copied to its bookings. `Kind`: the kinds of step, if steps of different kinds have different lengths.
 */
export interface Bookable<Kind extends string = string> {
  /**
   * The time the service takes before the job runs, at each pace. Absent if the job only waits for something, such as an expiry. Source:
   * decisions §8.
   */
  readonly step?: Readonly<Record<PaceName, Length | Readonly<Record<Kind, Length>>>>
  /** True if other jobs due at the same time start while this one waits for an outgoing call. */
  readonly together?: true
}

export type BookingTable = Readonly<Record<string, Pick<Bookable, 'step'> & { readonly data: z.ZodObject }>>

/** A job booked for a certain time. Plain data. */
export interface Booking {
  /** Milliseconds of world time since 1970. */
  readonly at: number
  /** The id of the call or booking that created this booking. */
  readonly cause: string
  /** The booking's position among bookings with the same cause, counted from 0. */
  readonly nth: number
  readonly job: string
  /** True if the service is working. False if it is only waiting, for example for something to expire. */
  readonly step: boolean
  /** True if other jobs due at the same time start while this one waits for an outgoing call. */
  readonly together?: true | undefined
  readonly environment: EnvironmentName
  readonly data: Readonly<Record<string, unknown>>
  /** Number of times the booking was postponed because a service was unreachable. */
  readonly again?: number
}

/** Returns a booking's id, which is the cause of all bookings that its job creates. */
export const bookingId = ({ cause, nth }: Pick<Booking, 'cause' | 'nth'>) => `${cause}.${nth}`

/** Orders bookings by time, then by cause (calls in arrival order), then by position. A postponed job comes after its first attempt. */
export function compareBookings(one: Booking, other: Booking): number {
  if (one.at !== other.at) return one.at - other.at
  const order = one.cause === other.cause ? one.nth - other.nth : compareIds(one, other)
  return order || (one.again ?? 0) - (other.again ?? 0)
}

const compareParts = (one: string, other: string) => one.length - other.length || (one < other ? -1 : 1)

/**
 * Compares ids part by part, with shorter parts first, so that numbers are sorted correctly. A booking comes before the bookings that its
 * job creates.
 */
function compareIds(one: Booking, other: Booking): number {
  if (!one.cause.includes('.') && !other.cause.includes('.')) return compareParts(one.cause, other.cause)
  const [parts, others] = [bookingId(one).split('.'), bookingId(other).split('.')]
  for (const [at, part] of parts.entries()) {
    const second = others[at]
    if (second === undefined) return 1
    if (part !== second) return compareParts(part, second)
  }
  return parts.length - others.length
}

/** Plain data. */
export interface AgendaData {
  readonly waiting: Ordered<Booking>
  /** Bookings whose jobs are waiting for an outgoing call. They remain stored until the job ends. */
  readonly running: Set<Booking>
}

export function newAgenda(bookings: readonly Booking[] = []): AgendaData {
  const data: AgendaData = { waiting: [], running: new Set() }
  for (const booking of bookings) add(data.waiting, booking, compareBookings)
  return data
}

/** Returns all bookings in order, including those whose jobs are waiting for an outgoing call. */
export const bookingsIn = ({ waiting, running }: AgendaData): Booking[] => [...waiting.flat(), ...running].sort(compareBookings)

const dataKey = ({ environment, data }: Pick<Booking, 'environment' | 'data'>): string => `${environment} ${JSON.stringify(data)}`

/** Called for each booking that is added or has ended. */
export type AgendaFollower = (booking: Booking, what: 'added' | 'ended') => void

export interface Agenda {
  readonly size: number
  /** Number of bookings with `step`. */
  readonly steps: number
  readonly running: ReadonlySet<Booking>
  add(booking: Booking): void
  next(): Booking | undefined
  /** Removes and returns the next booking. Call `end` when the booking's job has ended. */
  take(): Booking | undefined
  /** Marks a taken booking as running. */
  hold(booking: Booking): void
  end(booking: Booking): void
  /** Removes and returns a job's booking with this data. Does nothing if there is none or its job is running. */
  remove(booking: Pick<Booking, 'job' | 'environment' | 'data'>): Booking | undefined
  /** Number of bookings with `step` that are due by the time passed to {@link countStepsUntil}. */
  readonly stepsLeft: number
  /** Counts the bookings with `step` that are due by `end`. The cost is proportional to the number of bookings. */
  countStepsUntil(end: number): void
  /** Returns all bookings in order. The cost is proportional to the number of bookings. */
  list(): Booking[]
  /**
   * Returns an agenda that contains only the matching bookings. All other bookings wait, even if they are due earlier. The cost per step is
   * proportional to the number of bookings.
   */
  among(isOne: (booking: Booking) => boolean): Agenda
  /** Calls the follower for each later change. There can be only one follower. */
  follow(follower: AgendaFollower): void
}

/** Creates an agenda from stored data. Bookings that were stored as running are moved back to the waiting ones, so their jobs run again. */
export function createAgenda(data: AgendaData = newAgenda()): Agenda {
  const { waiting, running } = data
  for (const booking of running) add(waiting, booking, compareBookings)
  running.clear()
  let steps = waiting.flat().filter(({ step }) => step).length
  let [end, stepsLeft] = [Number.NEGATIVE_INFINITY, 0]
  let follower: AgendaFollower | undefined
  /** job → data → booking. Filled on the first removal. */
  const byData = new Map<string, Map<string, Booking>>()

  const bookingsOf = (job: string) =>
    getOrCreate(byData, job, () => new Map(waiting.flat().flatMap((each) => (each.job === job ? [[dataKey(each), each]] : []))))

  function count({ step, at }: Booking, by: number): void {
    if (step) steps += by
    if (step && at <= end) stepsLeft += by
  }

  function take(booking: Booking | undefined): Booking | undefined {
    if (!booking) return undefined
    remove(waiting, booking, compareBookings)
    count(booking, -1)
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
      count(booking, 1)
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
    get stepsLeft() {
      return stepsLeft
    },
    countStepsUntil(time) {
      end = time
      stepsLeft = waiting.flat().filter(({ step, at }) => step && at <= end).length
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

/** Bookings are not stored in a table, because the agenda contains them. A postponed job has a second booking with the same id. */
export const bookings = defineRecord({
  name: 'booking',
  key: (booking: Booking) => (booking.again === undefined ? bookingId(booking) : `${bookingId(booking)}.${booking.again}`),
})

/** A job that failed because of a bug in Standin and will be retried. Plain data. Times are milliseconds of world time since 1970. */
export interface Defect {
  /** When the job last failed. */
  readonly at: number
  readonly id: string
  readonly job: string
  readonly environment: EnvironmentName
  readonly data: Readonly<Record<string, unknown>>
  readonly why: string
  /** Number of failures. */
  readonly times: number
  readonly next: number
}

/** Sorted by the time of the last failure. */
export const defects = defineRecord({
  name: 'defect',
  key: ({ id }: Defect) => id,
})
