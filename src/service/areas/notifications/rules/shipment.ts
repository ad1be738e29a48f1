/** The kinds and statuses of orders, shipments and messages. */

/** Orders of different families may have the same idempotencyId. Source: notifications §5.4. */
export const orderFamilies = ['regular', 'instant', 'composed', 'older'] as const
export const shipmentTypes = ['Notification', 'Reminder', 'Instant', 'Composed'] as const
export const channels = ['Email', 'SMS'] as const

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

export type OrderFamily = (typeof orderFamilies)[number]
export type ShipmentType = (typeof shipmentTypes)[number]
export type Channel = (typeof channels)[number]
export type OrderStatus = (typeof orderStatuses)[number]
export type EntryStatus = (typeof entryStatuses)[number]
