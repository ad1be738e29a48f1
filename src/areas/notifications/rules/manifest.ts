/** The delivery manifest of a shipment. Source: notifications §8.1. */
import { z } from 'zod'
import { entryStatuses, orderStatuses } from './shipment.ts'

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
      type: z.enum(['Email', 'SMS']),
      destination: z.string(),
      status: z.enum(entryStatuses),
      lastUpdate: z.iso.datetime(),
    }),
  ),
})

export type ShipmentReply = z.output<typeof shipmentReply>
