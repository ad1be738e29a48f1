/** A notification order, its shipments, and the entries of their delivery manifests. */
import { defineLifecycle, defineRecord, type Lifecycle } from '../../../world/records.ts'
import { createIndex, type Table } from '../../../world/table.ts'
import { type Channel, type EntryStatus, entryStatuses, type OrderFamily, type OrderStatus, type ShipmentType } from '../rules/shipment.ts'
import type { StoredRecipient } from '../rules/stored-recipient.ts'

/** What a record keeps of its owner. */
export interface Owned {
  /** As it is shown: the code of the organization, else its number. */
  readonly creator: string
  readonly creatorOrgNo?: string | undefined
  /** The number of a known organization, else its code. */
  readonly owner: string
}

export type { Channel, EntryStatus, OrderFamily, OrderStatus }

/** One address in one channel. Times are world milliseconds since 1970. */
export interface Entry {
  readonly channel: Channel
  /** Empty for reserved and unidentified recipients. */
  readonly destination: string
  status: EntryStatus
  lastUpdate: number
  /** After this time, no delivery report counts. */
  readonly expires?: number | undefined
  /** Whose message it is, among the recipients of a list. Absent: the only recipient. */
  readonly addressee?: number | undefined
  /** The registered name of that recipient, where a text of the list has keywords. Absent: the texts stay as they are. */
  readonly name?: string | undefined
  /** The reports that a tester chose, oldest first, at most {@link mostReports}: no line of the journal has them. */
  chosen?: readonly { readonly at: number; readonly status: EntryStatus }[] | undefined
}

export const mostReports = 50

/** By channel. */
export interface Texts {
  readonly Email?: { readonly subject: string; readonly body: string } | undefined
  readonly SMS?: { readonly body: string } | undefined
}

/** One notification or one reminder, with a delivery manifest of its own. */
export interface Shipment extends Owned {
  readonly id: string
  readonly orderId: string
  readonly type: ShipmentType
  readonly sendersReference: string | null
  readonly requestedSendTime: number
  readonly conditionEndpoint: string | null
  readonly recipient: StoredRecipient
  readonly created: number
  /** The texts with their keywords replaced, if there were any. */
  texts?: Texts | undefined
  status: OrderStatus
  lastUpdate: number
  entries: Entry[]
}

/** A notification with its reminders: one call placed it. */
export interface Order extends Owned {
  readonly id: string
  readonly family: OrderFamily
  /** Null in an order of the older routes: each such call places an order. */
  readonly idempotencyId: string | null
  /** The notification first, then its reminders in order. */
  readonly shipmentIds: readonly [string, ...string[]]
}

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

/** No moves from any status. */
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

/** Every other status is final. Source: notifications §11.2, §11.3. */
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

/** The statuses that a delivery report can have. Source: notifications §11.2, §11.3. */
export const reportStatuses: Readonly<Record<Channel, readonly EntryStatus[]>> = {
  SMS: withoutTtl(smsReports),
  Email: withoutTtl(emailReports),
}
export const isFinal = (entry: Entry): boolean => entryLifecycle.moves[entry.status].length === 0

/** The shipments of one environment. The older routes find them by more than their ids. */
export interface Shipments extends Table<Shipment> {
  /** Of every owner, oldest first. */
  withReference(sendersReference: string): readonly Shipment[]
  /** Those whose order names a person or an organization by this number, oldest first. */
  toNumber(number: string): readonly Shipment[]
}

function openShipments(table: Table<Shipment>): Shipments {
  const references = createIndex(table, ({ sendersReference }) => (sendersReference === null ? [] : [sendersReference]))
  const numbers = createIndex(table, ({ recipient }) => numbersOf(recipient))
  const { insert, put } = table
  const indexed = (shipment: Shipment) => {
    references.added(shipment)
    numbers.added(shipment)
  }
  return Object.assign(table, {
    insert(shipment: Shipment) {
      insert(shipment)
      indexed(shipment)
      return shipment
    },
    put(shipment: Shipment) {
      put(shipment)
      indexed(shipment)
    },
    withReference: references.find,
    toNumber: numbers.find,
  })
}

/** The national identity numbers and organization numbers in an order. */
function numbersOf({ recipientPerson: person, recipientOrganization: organization, recipientList: list }: StoredRecipient): string[] {
  const listed = (list?.recipients ?? []).map(
    ({ nationalIdentityNumber, organizationNumber }) => nationalIdentityNumber || organizationNumber,
  )
  return [person?.nationalIdentityNumber, organization?.orgNumber, ...listed].flatMap((number) => number || [])
}

export const shipments = defineRecord({ name: 'shipment', key: ({ id }: Shipment) => id, open: openShipments })
