/** How long the service waits before it calls an endpoint again. Source: events §5.2, decisions §15. */
import type { Delivery } from '../../state/events/delivery.ts'

const [second, minute, hour] = [1_000, 60_000, 3_600_000]

/** Milliseconds between a failed attempt and the next one. */
const waits = {
  event: [10 * second, 30 * second, minute, 5 * minute, 10 * minute, 30 * minute, hour, 3 * hour, 6 * hour, 12 * hour, 12 * hour],
  validation: [1, 5, 10, 30, 60, 120, 120, 120].map((seconds) => seconds * second),
}

/** The wait after an attempt, counted from 1; undefined after the last one. */
export const waitAfter = ({ event }: Delivery, attempt: number): number | undefined =>
  waits[event === null ? 'validation' : 'event'][attempt - 1]
