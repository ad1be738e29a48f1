/** Bookings in the resources area: the data for its job, and the length of its step at each pace. Source: decisions §8. */
import { z } from 'zod'
import type { BookingTable } from '../../world/clock.ts'

export const resourceBookings = {
  'resources.deployStorage': { data: z.object({ orgNo: z.string() }), step: { instant: 0, fast: 1_000, real: 60_000 } },
} as const satisfies BookingTable
