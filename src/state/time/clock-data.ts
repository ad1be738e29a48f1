/** What a clock remembers, and how far it is told to go. */
import { type AgendaData, newAgenda } from '../agenda.ts'
import type { Booking } from './booking.ts'

export type ClockMode = 'real' | 'frozen'

/** Plain data. */
export interface ClockData {
  mode: ClockMode
  /** World seconds for each real second. */
  speed: number
  /** What the clock showed when it was last set, in world milliseconds since 1970. */
  time: number
  readonly agenda: AgendaData
}

export const newClock = (mode: ClockMode, time: number, speed = 1): ClockData => ({ mode, speed, time, agenda: newAgenda() })

/** How far to advance: to an instant, or by a number of milliseconds. `only`: the jobs that run; the others wait, also when they are due. */
export type ClockTarget = ({ readonly to: number } | { readonly by: number }) & {
  readonly settled?: boolean
  readonly only?: (booking: Booking) => boolean
}
