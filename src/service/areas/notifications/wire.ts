/** The notifications area's wire format: paths, callers, JSON, refusals, statuses. Source: spec §7, notifications §1, §11.1. */
import { plain, type RefusalForm } from '../../wire/refusal.ts'
import { type Area, runtimeCookie, usualArea } from '../../wire/vocabulary.ts'
import { defineLifecycle, type Lifecycle } from '../../world/records.ts'

const notification = (code: `NOT-${string}`, status: number, title: string, detail: string): RefusalForm => ({
  status,
  code,
  type: `urn:altinn:error:${code}`,
  title,
  detail,
})

const unreachable = notification('NOT-00004', 503, 'Platform dependency unavailable', 'A temporary network failure occurred')

const refusals = {
  'NOT-00001': notification('NOT-00001', 422, 'Missing Contact Information', 'Missing contact information for recipient(s)'),
  'NOT-00002': notification(
    'NOT-00002',
    499,
    'Request Cancelled by Client',
    'The client disconnected or cancelled the request before the server could complete processing',
  ),
  'NOT-00003': notification('NOT-00003', 404, 'Shipment Not Found', 'Shipment not found'),
  'NOT-00004': unreachable,
  /** Cancellation refusals have no code. Source: notifications §11.1. */
  'no-such-order': plain(404, 'There is no such order.', { framework: true }),
  'not-cancellable': plain(409, 'Only an order that is registered, and due in more than 5 minutes, can be cancelled.', { framework: true }),
  /** The refusal for a missing order on the older read routes. Source: notifications §14.6. */
  'order-not-found': plain(404, 'The order does not exist.', { body: 'empty' }),
  /** A concurrent call used the same idempotencyId. Source: notifications §5.4. */
  collided: plain(500, '', { body: 'empty' }),
  unreachable,
} as const satisfies Record<string, RefusalForm>

export const notifications = {
  ...usualArea,
  prefixes: ['', '/notifications/api/v1'],
  identity: { cookie: runtimeCookie, platform: 'platformaccesstoken' },
  reader: 'notifications',
  indent: 2,
  refusals,
} as const satisfies Area

/** The same idempotencyId can be used once per family. Source: notifications §5.4. */
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

export const entryStatuses = [...emailStatuses, ...smsStatuses] as const

export type OrderFamily = (typeof orderFamilies)[number]
export type ShipmentType = (typeof shipmentTypes)[number]
export type Channel = (typeof channels)[number]
export type OrderStatus = (typeof orderStatuses)[number]
export type EntryStatus = (typeof entryStatuses)[number]

/** Source: notifications §11.1. */
export const orderLifecycle = defineLifecycle<OrderStatus>('notification order', {
  Order_Registered: ['Order_Processing', 'Order_Cancelled'],
  Order_Processing: ['Order_Processed', 'Order_Completed', 'Order_SendConditionNotMet', 'Order_Registered'],
  Order_Processed: ['Order_Completed'],
  Order_Completed: [],
  Order_SendConditionNotMet: [],
  Order_Cancelled: [],
})

const failures = <C extends Channel, Reason extends string>(channel: C, ...reasons: readonly Reason[]) =>
  reasons.map((reason) => `${channel}_${reason}` as const)

/** A lifecycle's table that allows no status changes. */
export const noMoves = Object.fromEntries(entryStatuses.map((status) => [status, []])) as unknown as Readonly<Record<EntryStatus, never[]>>

const smsReports = failures(
  'SMS',
  'Delivered',
  'Failed',
  'Failed_BarredReceiver',
  'Failed_Deleted',
  'Failed_Expired',
  'Failed_Undelivered',
  'Failed_Rejected',
  'Failed_TTL',
)
const emailReports = failures(
  'Email',
  'Delivered',
  'Failed',
  'Failed_Bounced',
  'Failed_FilteredSpam',
  'Failed_Quarantined',
  'Failed_SuppressedRecipient',
  'Failed_TTL',
)

/** All other statuses are final. Source: notifications §11.2, §11.3. */
export const entryLifecycle: Lifecycle<EntryStatus> = defineLifecycle<EntryStatus>('recipient entry', {
  ...noMoves,
  SMS_New: ['SMS_Sending'],
  SMS_Sending: ['SMS_Accepted', 'SMS_Failed_InvalidRecipient'],
  SMS_Accepted: smsReports,
  Email_New: ['Email_Sending'],
  Email_Sending: [
    'Email_New',
    'Email_Succeeded',
    ...failures('Email', 'Failed_InvalidFormat', 'Failed_SuppressedRecipient', 'Failed_PayloadTooLarge', 'Failed_InvalidSasUrl'),
  ],
  Email_Succeeded: emailReports,
})

export const withoutTtl = (reports: readonly EntryStatus[]): EntryStatus[] => reports.filter((status) => !status.endsWith('_Failed_TTL'))

/** The statuses that a delivery report can contain. Source: notifications §11.2, §11.3. */
export const reportStatuses: Readonly<Record<Channel, readonly EntryStatus[]>> = {
  SMS: withoutTtl(smsReports),
  Email: withoutTtl(emailReports),
}
export const isFinal = ({ status }: { readonly status: EntryStatus }): boolean => entryLifecycle.moves[status].length === 0

/** A later delivery report overwrites an earlier one. Source: notifications §13. */
export const reportedLifecycle = defineLifecycle<EntryStatus>('reported entry', {
  ...noMoves,
  ...Object.fromEntries(Object.values(reportStatuses).flatMap((statuses) => statuses.map((status) => [status, statuses]))),
})
