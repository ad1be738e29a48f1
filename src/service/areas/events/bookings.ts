/** The events area's bookings: data and delays per job. Source: decisions §8. */
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
      /** The party, as written in the file transfer. */
      actor: z.string(),
      /** Absent in older bookings whose file transfer no longer exists. */
      resourceId: z.string().optional(),
      sender: z.string().optional(),
      base: z.string().optional(),
    }),
    step: { instant: 0, fast: 1_000, real: 1_000 },
  },
  'events.deliver': { data: ofDelivery, step: { instant: 0, fast: 0, real: 1_000 } },
  'events.deliverAgain': { data: ofDelivery.extend({ attempt: z.int() }) },
} as const satisfies BookingTable
