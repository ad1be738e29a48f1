/** The notifications area's bookings: data and delays per job. Source: decisions §8. */
import { z } from 'zod'
import type { BookingTable } from '../../world/clock.ts'
import { entryStatuses } from './wire.ts'

const ofShipment = z.object({ shipmentId: z.guid() })

/** `entry`: the message's position in the shipment. `round`: number of earlier attempts to send it. */
const ofMessage = ofShipment.extend({ entry: z.int(), round: z.int().optional() })
export type MessageData = z.output<typeof ofMessage>

export const notificationBookings = {
  'notifications.takeOrder': { data: ofShipment, step: { instant: 0, fast: 1_000, real: 'next minute' } },
  'notifications.processOrder': {
    data: ofShipment.extend({ again: z.boolean().optional() }),
    step: { instant: 0, fast: 1_000, real: 1_000 },
  },
  'notifications.sendMessage': { data: ofMessage, step: { instant: 0, fast: 1_000, real: 'next minute' } },
  'notifications.acceptMessage': { data: ofMessage, step: { instant: 0, fast: 1_000, real: { SMS: 1_000, Email: 8_000 } } },
  /** `status`: the delivery report's status. Default: delivered. */
  'notifications.reportMessage': {
    data: ofMessage.extend({ status: z.enum(entryStatuses).optional() }),
    step: { instant: 0, fast: 1_000, real: 5_000 },
  },
  'notifications.expireMessage': { data: ofMessage },
} as const satisfies BookingTable
