/** The collections of records, and where a record of each leads. */
import type { ControlReply } from '../../../control/rows/client.ts'
import { hrefOf } from '../../shell/address.ts'

export type Collection = ControlReply<'control.listRecordCollections'>['collections'][number]
export type CollectionName = Collection['name']

/** A record of any collection. */
export type AnyRecord = Readonly<Record<string, unknown>>

export const titles: Readonly<Record<CollectionName, string>> = {
  orders: 'Orders',
  shipments: 'Shipments',
  fileTransfers: 'File transfers',
  resumableUploads: 'Resumable uploads',
  resources: 'Resources',
  subscriptions: 'Subscriptions',
  contacts: 'Contacts',
  deliveries: 'Deliveries',
  outbox: 'Outbox',
}

/** The name of a record within its collection: contacts have a number. */
export const keyOf = (record: AnyRecord): string => String(record.id ?? record.number)

interface Way {
  readonly title: string
  readonly href: string
}

/** The pages that show more of a record. */
export function waysOf(name: CollectionName, record: AnyRecord): Way[] {
  const key = keyOf(record)
  const story = { title: 'Its whole story', href: hrefOf(['search'], { text: key }) }
  const shipments = (ids: readonly string[]) => ids.map((id) => ({ title: `Shipment ${id}`, href: hrefOf(['records', 'shipments', id]) }))
  switch (name) {
    case 'orders':
      return [{ title: 'The order', href: hrefOf(['orders', key]) }, ...shipments(record.shipmentIds as string[]), story]
    case 'shipments':
      return [
        { title: 'The shipment', href: hrefOf(['orders', key]) },
        { title: 'Its order', href: hrefOf(['records', 'orders', String(record.orderId)]) },
        story,
      ]
    case 'fileTransfers':
      return [
        { title: 'The file', href: hrefOf(['files', key]) },
        { title: 'Its events', href: hrefOf(['events'], { transfer: key }) },
        story,
      ]
    case 'resumableUploads':
      return [{ title: 'The file', href: hrefOf(['files', String(record.fileTransfer)]) }]
    case 'subscriptions':
      return [{ title: 'Its deliveries', href: hrefOf(['events', 'deliveries'], { subscription: key }) }]
    case 'deliveries':
      return [{ title: 'The delivery', href: hrefOf(['events', 'deliveries', key]) }, story]
    case 'outbox':
      return [{ title: 'The message', href: hrefOf(['messages', key]) }, ...shipments([record.shipmentId as string])]
    default:
      return []
  }
}

/** A value as one line of a table. */
export function lineOf(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (Array.isArray(value)) return value.map(lineOf).join(', ')
  if (typeof value === 'object') return Object.values(value).map(lineOf).join(' ')
  return `${value as string | number | boolean}`
}
