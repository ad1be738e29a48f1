/** One record, opened: where it leads, the manifest of a shipment, and all its values. */
import { useMemo } from 'preact/hooks'
import { Badge } from '../../components/badge.tsx'
import { Copy } from '../../components/copy.tsx'
import { Body } from '../../components/json.tsx'
import { Table } from '../../components/table.tsx'
import { Text } from '../../components/text.tsx'
import { Time } from '../../components/time.tsx'
import { go, hrefOf } from '../../shell/address.ts'
import { type KeyAct, useKeys } from '../../shell/keys.ts'
import { type AnyRecord, type CollectionName, keyOf, type Shipment, waysOf } from './collections.ts'

interface OpenRecordProps {
  readonly name: CollectionName
  readonly record: AnyRecord | undefined
  /** Where closing leads. */
  readonly back: string
}

export function OpenRecord({ name, record, back }: OpenRecordProps) {
  const close = () => go(back, { replace: true })
  const keys = useMemo<KeyAct[]>(() => [{ keys: 'Escape', does: 'Close the record', act: close }], [back])
  useKeys(keys)
  return (
    <article class="open-record" aria-label="Record">
      <button type="button" class="quiet small close" aria-label="Close the record" onClick={close}>
        ×
      </button>
      {record ? <Opened name={name} record={record} /> : <p class="quiet">There is no such record.</p>}
    </article>
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
          <a key={href} href={href}>
            <Text>{title}</Text>
          </a>
        ))}
      </p>
      {name === 'shipments' && <Manifest of={record as unknown as Shipment} />}
      <h3>
        Values <Copy text={text} what="the record" />
      </h3>
      <Body text={text} />
    </>
  )
}

type Recipient = Shipment['recipients'][number]

/** Who gets what of a shipment, and what became of it. */
function Manifest({ of: { type, status, requestedSendTime, recipients } }: { readonly of: Shipment }) {
  return (
    <>
      <h3>
        Manifest <Badge>{type}</Badge> <Badge tone="info">{status}</Badge>
      </h3>
      <p class="quiet">
        To be sent at <Time at={requestedSendTime} full />
      </p>
      {recipients.length === 0 ? (
        <p class="quiet">It has no recipient yet: the service finds them when it processes the order.</p>
      ) : (
        <Table label="Manifest" columns={columns} rows={recipients} keyOf={(each) => String(recipients.indexOf(each))} />
      )}
    </>
  )
}

const columns = [
  { title: 'Channel', cell: ({ channel }: Recipient) => channel },
  {
    title: 'Recipient',
    cell: ({ destination }: Recipient) => (
      <a href={hrefOf(['messages'], { recipient: destination })}>
        <Text>{destination}</Text>
      </a>
    ),
  },
  { title: 'Status', cell: ({ status }: Recipient) => <Badge tone={toneOf(status)}>{status}</Badge> },
  { title: 'Since', cell: ({ lastUpdate }: Recipient) => <Time at={lastUpdate} full /> },
]

function toneOf(status: string) {
  if (status.includes('Failed')) return 'bad'
  return status.endsWith('_Delivered') ? 'good' : 'info'
}
