/** Record collections, pages related to a record, and an open record with its manifest and all its values. */
import type { ControlReply } from '../../../../control/client.ts'
import { Badge } from '../../components/facts.tsx'
import { Body } from '../../components/http-message.tsx'
import { Beside } from '../../components/list.tsx'
import { Manifest, OrderStatus, type Shipment } from '../../components/story.tsx'
import { Text, TextLink, Time } from '../../components/text.tsx'
import { Copy } from '../../components/toast.tsx'
import { hrefOf, useLeave } from '../../shell/address.ts'

export type Collection = ControlReply<'control.listRecordCollections'>['collections'][number]
type CollectionName = Collection['name']

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

/** Returns a record's key in its collection. Contacts have a number instead of an id. */
export const keyOf = (record: AnyRecord): string => String(record.id ?? record.number)

/** Returns links to pages that show more about a record. */
function waysOf(name: CollectionName, record: AnyRecord): { readonly title: string; readonly href: string }[] {
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

/** Formats a value as a single line. */
export function lineOf(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (Array.isArray(value)) return value.map(lineOf).join(', ')
  if (typeof value === 'object') return Object.values(value).map(lineOf).join(' ')
  return `${value as string | number | boolean}`
}

interface OpenRecordProps {
  readonly name: CollectionName
  readonly record: AnyRecord | undefined
  /** The close button's link. */
  readonly back: string
}

export function OpenRecord({ name, record, back }: OpenRecordProps) {
  const close = useLeave('the record', back, true)
  return (
    <Beside label="Record" what="the record" close={close}>
      {record ? <Opened name={name} record={record} /> : <p class="quiet">Record not found.</p>}
    </Beside>
  )
}

function Opened({ name, record }: { readonly name: CollectionName; readonly record: AnyRecord }) {
  const text = JSON.stringify(record)
  return (
    <>
      <h2>
        <Text>{keyOf(record)}</Text> <Copy text={keyOf(record)} what="the id" />
      </h2>
      <p class="row">
        {waysOf(name, record).map(({ title, href }) => (
          <TextLink key={href} href={href}>
            {title}
          </TextLink>
        ))}
      </p>
      {name === 'shipments' && <Shown of={record as unknown as Shipment} />}
      <h3>
        Values <Copy text={text} what="the record" />
      </h3>
      <Body text={text} />
    </>
  )
}

const Shown = ({ of: shipment }: { readonly of: Shipment }) => (
  <>
    <h3>
      Manifest <Badge>{shipment.type}</Badge> <OrderStatus of={shipment.status} />
    </h3>
    <p class="quiet">
      Scheduled for <Time at={shipment.requestedSendTime} full />
    </p>
    <Manifest of={shipment} />
  </>
)
