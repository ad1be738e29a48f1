/** The resources area's bookings: data and delay per job. Source: decisions §8. */
import { z } from 'zod'
import type { BookingTable } from '../../world/clock.ts'

export const resourceBookings = {
  'resources.deployStorage': { data: z.object({ orgNo: z.string() }), step: { instant: 0, fast: 1_000, real: 60_000 } },
} as const satisfies BookingTable
