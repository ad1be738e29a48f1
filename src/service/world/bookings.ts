/** Bookings of jobs: the form of a booking, the order in which they come due, and the agenda of a clock. */
import { getOrCreate } from '../wire/when-needed.ts'
import { defineRecord, type EnvironmentName } from './records.ts'
import type { PaceName } from './settings.ts'
import { add, type Ordered, remove } from './table.ts'

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
  const order = one.cause === other.cause ? one.nth - other.nth : compareIds(bookingId(one), bookingId(other))
  return order || (one.again ?? 0) - (other.again ?? 0)
}

/** Number by number. A booking comes before the bookings of its own job. */
function compareIds(one: string, other: string): number {
  const [numbers, others] = [one.split('.'), other.split('.')]
  for (let at = 0; at < numbers.length && at < others.length; at++)
    if (numbers[at] !== others[at]) return Number(numbers[at]) - Number(others[at])
  return numbers.length - others.length
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
  /** Working steps that fall due by the time given to {@link countStepsUntil}. */
  readonly stepsLeft: number
  /** Costs the number of bookings. */
  countStepsUntil(end: number): void
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
  let end = Number.NEGATIVE_INFINITY
  let stepsLeft = 0
  let follower: AgendaFollower | undefined
  /** Job → its bookings by their data, once one was removed. */
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

/** The agenda holds them, so that they are in no table. A job that was put off is another booking with the same id. */
export const bookings = defineRecord({
  name: 'booking',
  key: (booking: Booking) => (booking.again === undefined ? bookingId(booking) : `${bookingId(booking)}.${booking.again}`),
})

/** A job that a defect of Standin broke. It is tried again. Plain data. Times are world milliseconds since 1970. */
export interface Defect {
  /** When it happened last. */
  readonly at: number
  /** The id of the booking. */
  readonly id: string
  readonly job: string
  readonly environment: EnvironmentName
  readonly data: Readonly<Record<string, unknown>>
  readonly why: string
  /** How often the job has failed. */
  readonly times: number
  /** When it is tried again. */
  readonly next: number
}

/** In the order of the latest failures. */
export const defects = defineRecord({
  name: 'defect',
  key: ({ id }: Defect) => id,
})
