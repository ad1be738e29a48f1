/** Shipments: the statuses of orders and messages, and the schema of the delivery manifest. */
import { z } from 'zod'

/** Source: notifications §11.1. */
export const orderStatuses = [
  'Order_Registered',
  'Order_Processing',
  'Order_Processed',
  'Order_Completed',
  'Order_SendConditionNotMet',
  'Order_Cancelled',
] as const

/** Source: notifications §11.2. */
export const smsStatuses = [
  'SMS_New',
  'SMS_Sending',
  'SMS_Accepted',
  'SMS_Delivered',
  'SMS_Failed',
  'SMS_Failed_InvalidRecipient',
  'SMS_Failed_RecipientReserved',
  'SMS_Failed_RecipientNotIdentified',
  'SMS_Failed_BarredReceiver',
  'SMS_Failed_Deleted',
  'SMS_Failed_Expired',
  'SMS_Failed_Undelivered',
  'SMS_Failed_Rejected',
  'SMS_Failed_TTL',
] as const

/** Source: notifications §11.3. */
export const emailStatuses = [
  'Email_New',
  'Email_Sending',
  'Email_Succeeded',
  'Email_Delivered',
  'Email_Failed',
  'Email_Failed_RecipientReserved',
  'Email_Failed_RecipientNotIdentified',
  'Email_Failed_InvalidFormat',
  'Email_Failed_SuppressedRecipient',
  'Email_Failed_TransientError',
  'Email_Failed_Bounced',
  'Email_Failed_FilteredSpam',
  'Email_Failed_Quarantined',
  'Email_Failed_TTL',
  'Email_Failed_InvalidSasUrl',
  'Email_Failed_PayloadTooLarge',
] as const

/** Of the recipients of a shipment. */
export const entryStatuses = [...emailStatuses, ...smsStatuses] as const

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

export type OrderStatus = (typeof orderStatuses)[number]
export type EntryStatus = (typeof entryStatuses)[number]
export type ShipmentReply = z.output<typeof shipmentReply>
