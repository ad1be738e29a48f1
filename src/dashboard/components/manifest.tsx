/** The delivery manifest of a shipment: who gets what, and what became of it. */
import type { RecordOf } from '../../control/rows/records.ts'
import { hrefOf } from '../shell/address.ts'
import { Badge, type Tone, toneOfMessage } from './badge.tsx'
import { Table } from './table.tsx'
import { TextLink } from './text.tsx'
import { Time } from './time.tsx'

export type Shipment = RecordOf<'shipments'>
type Recipient = Shipment['recipients'][number]

export function Manifest({ of: { recipients } }: { readonly of: Shipment }) {
  if (recipients.length === 0) return <p class="quiet">It has no recipient yet: the service finds them when it processes the order.</p>
  return <Table label="Manifest" columns={columns} rows={recipients} keyOf={(each) => String(recipients.indexOf(each))} />
}

const columns = [
  { title: 'Channel', cell: ({ channel }: Recipient) => channel },
  {
    title: 'Recipient',
    cell: ({ destination }: Recipient) => <TextLink href={hrefOf(['messages'], { recipient: destination })}>{destination}</TextLink>,
  },
  { title: 'Status', cell: ({ status }: Recipient) => <Badge tone={toneOfMessage(status)}>{status}</Badge> },
  { title: 'Since', cell: ({ lastUpdate }: Recipient) => <Time at={lastUpdate} full /> },
]

const tones: Readonly<Record<Shipment['status'], Tone>> = {
  Order_Registered: 'plain',
  Order_Processing: 'info',
  Order_Processed: 'info',
  Order_Completed: 'good',
  Order_SendConditionNotMet: 'warn',
  Order_Cancelled: 'warn',
}

export function OrderStatus({ of: status }: { readonly of: Shipment['status'] }) {
  return <Badge tone={tones[status]}>{status}</Badge>
}
