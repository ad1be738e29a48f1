/** Bookings in the events area: the data for each job, and the length of its step at each pace. Source: decisions §8. */
import { z } from 'zod'
import type { BookingTable } from '../../world/clock.ts'
import { eventNames, eventRoles } from './cloud-events/cloud-event.ts'

const ofDelivery = z.object({ deliveryId: z.string() })

export const eventBookings = {
  'events.publish': {
    data: z.object({
      fileTransferId: z.string(),
      name: z.enum(eventNames),
      role: z.enum(eventRoles),
      /** The party, as written in the transfer. */
      actor: z.string(),
      /** Facts about the transfer. Absent in bookings from earlier versions whose transfer no longer exists. */
      resourceId: z.string().optional(),
      sender: z.string().optional(),
      base: z.string().optional(),
    }),
    step: { instant: 0, fast: 1_000, real: 1_000 },
  },
  'events.deliver': { data: ofDelivery, step: { instant: 0, fast: 0, real: 1_000 } },
  'events.deliverAgain': { data: ofDelivery.extend({ attempt: z.int() }) },
} as const satisfies BookingTable
