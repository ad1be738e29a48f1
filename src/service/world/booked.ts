/** What is booked, and the jobs that a defect broke, as kinds of records. */
import { type Booking, bookingId, type EnvironmentName } from './agenda.ts'
import { defineRecord } from './records.ts'
import type { Table } from './table.ts'

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

const mostDefects = 1_000

/** Forgets the oldest beyond the limit. */
export function noteDefect(all: Table<Defect>, { again = 0, ...booking }: Booking & Pick<Defect, 'why' | 'next'>): void {
  const { at, job, environment, data, why, next } = booking
  const id = bookingId(booking)
  endDefect(all, id)
  all.insert({ at, id, job, environment, data, why, times: again + 1, next })
  const [oldest] = all.size > mostDefects ? all.values() : []
  if (oldest) all.remove(oldest)
}

/** A job that was broken has succeeded. `id`: of its booking. */
export function endDefect(all: Table<Defect>, id: string): void {
  const known = all.get(id)
  if (known) all.remove(known)
}
