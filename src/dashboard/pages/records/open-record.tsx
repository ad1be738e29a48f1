/** One record, opened: where it leads, the manifest of a shipment, and all its values. */
import { useMemo } from 'preact/hooks'
import { Badge } from '../../components/badge.tsx'
import { Copy } from '../../components/copy.tsx'
import { Body } from '../../components/json.tsx'
import { Manifest, OrderStatus, type Shipment } from '../../components/manifest.tsx'
import { Text, TextLink } from '../../components/text.tsx'
import { Time } from '../../components/time.tsx'
import { go } from '../../shell/address.ts'
import { type KeyAct, useKeys } from '../../shell/keys.ts'
import { type AnyRecord, type CollectionName, keyOf, waysOf } from './collections.ts'

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
    <article class="beside" aria-label="Record">
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

function Shown({ of: shipment }: { readonly of: Shipment }) {
  return (
    <>
      <h3>
        Manifest <Badge>{shipment.type}</Badge> <OrderStatus of={shipment.status} />
      </h3>
      <p class="quiet">
        To be sent at <Time at={shipment.requestedSendTime} full />
      </p>
      <Manifest of={shipment} />
    </>
  )
}
