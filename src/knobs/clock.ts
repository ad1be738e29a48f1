/** How far the clock is to be advanced, in one of the ways to say it. */
import { Misuse } from '../misuse.ts'
import type { ClockTarget } from '../state/clock.ts'

export interface AdvanceTarget {
  /** Milliseconds. */
  readonly by?: number | undefined
  /** Milliseconds since 1970. */
  readonly to?: number | undefined
  readonly until?: 'settled' | undefined
  /** Milliseconds; how far `settled` may go. Default 30 days. */
  readonly atMost?: number | undefined
  /** How many happenings are listed. Default 1,000. */
  readonly limit?: number | undefined
}

const days = 86_400_000

export function targetOf({ by, to, until, atMost = 30 * days }: AdvanceTarget): ClockTarget {
  if ([by, to, until].filter((way) => way !== undefined).length !== 1)
    throw new Misuse('An advance needs exactly one of them.', ['by', 'to', 'until'])
  if (until !== undefined) return { by: atMost, settled: true }
  return to === undefined ? { by: by ?? 0 } : { to }
}
