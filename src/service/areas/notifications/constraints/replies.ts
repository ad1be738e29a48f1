/** Reply schemas for newer orders and their shipments. */
import { z } from 'zod'
import { channels, entryStatuses, orderStatuses, shipmentTypes } from '../wire.ts'

const shipmentReference = z.object({ shipmentId: z.uuid(), sendersReference: z.string().optional() }).meta({ title: 'ShipmentReference' })

/** Source: notifications §5.1. */
export const orderReply = z.object({
  notificationOrderId: z.uuid(),
  notification: z.object({ reminders: z.array(shipmentReference).optional(), ...shipmentReference.shape }),
})
export type OrderReply = z.output<typeof orderReply>

/** Source: notifications §8.1. */
export const shipmentReply = z.object({
  shipmentId: z.uuid(),
  sendersReference: z.string().optional(),
  type: z.enum(shipmentTypes),
  status: z.enum(orderStatuses),
  lastUpdate: z.iso.datetime(),
  recipients: z.array(
    z
      .object({
        type: z.enum(channels).describe('The channel.'),
        destination: z.string().describe('The address. Empty for reserved recipients and recipients without contact details.'),
        status: z.enum(entryStatuses).describe('The message status. Delivered and all failures are final.'),
        lastUpdate: z.iso.datetime().describe('The time of the last status change.'),
      })
      .meta({ title: 'ShipmentRecipient' }),
  ),
})

export type ShipmentReply = z.output<typeof shipmentReply>
