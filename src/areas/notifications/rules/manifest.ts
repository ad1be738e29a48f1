/** The delivery manifest of a shipment. Source: notifications §8.1. */
import { z } from 'zod'
import { channels, entryStatuses, orderStatuses } from './shipment.ts'

/** Source: notifications §8.1. */
const shipmentTypes = ['Notification', 'Reminder', 'Instant', 'Composed'] as const

/** The id may be any text. A text that is not an id of the service leads to 404, not to 400. */
export const byShipmentId = z.object({ id: z.string() })

/** Source: notifications §8.1. */
export const shipmentReply = z.object({
  shipmentId: z.uuid(),
  sendersReference: z.string().optional(),
  type: z.enum(shipmentTypes),
  status: z.enum(orderStatuses),
  lastUpdate: z.iso.datetime(),
  recipients: z.array(
    z.object({
      type: z.enum(channels).describe('The channel.'),
      destination: z.string().describe('The address. Empty for a reserved recipient and for one without contact details.'),
      status: z.enum(entryStatuses).describe('Where the message is. Final: delivered, and each kind of failure.'),
      lastUpdate: z.iso.datetime().describe('When the status changed.'),
    }),
  ),
})

export type ShipmentReply = z.output<typeof shipmentReply>
