/** What a clock remembers, and how far it is told to go. */
import { Misuse } from '../../misuse.ts'
import { endOfTime, zulu } from '../../wire/values/timestamp.ts'
import { type AgendaData, newAgenda } from '../agenda.ts'
import type { Platform } from '../platform.ts'
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

/** The time at which an advance ends. Throws {@link Misuse} for one that no clock reaches. */
export function endOf(target: ClockTarget, now: () => number): number {
  const to = 'by' in target ? now() + target.by : target.to
  if (!Number.isSafeInteger(to) || to > endOfTime)
    throw new Misuse('A clock advances by whole milliseconds, and not beyond 9999-12-31T23:59:59.999Z.')
  // A running clock goes on between two lines, so a span is not compared with it.
  if (('by' in target ? target.by : to - now()) < 0) throw new Misuse(`The clock shows ${zulu(now())}. It only goes forward.`)
  return to
}

/** The time of a clock while no job runs. */
export function timeOf(data: ClockData, platform: Platform): { running(): number; set(time: number): void } {
  /** Real milliseconds at which the clock was set. */
  let setAt = platform.now()
  return {
    running() {
      const { mode, speed, time } = data
      if (mode === 'frozen') return time
      return Math.min(Math.max(time, Math.floor(time + (platform.now() - setAt) * speed)), endOfTime)
    },
    set(time) {
      data.time = time
      setAt = platform.now()
    },
  }
}
