/** A shipment of an order: its manifest, as the service replies it, and its cancellation. */
import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import type { RecordOf } from '../../../control/rows/records.ts'
import { Copy } from '../../components/copy.tsx'
import { Confirm } from '../../components/dialog.tsx'
import { Replied } from '../../components/http-message.tsx'
import { Problem } from '../../components/loaded.tsx'
import { Manifest, OrderStatus, type Shipment } from '../../components/manifest.tsx'
import { counted, spanOf, Text } from '../../components/text.tsx'
import { Time, worldNow } from '../../components/time.tsx'
import { environment, refresh, useChange, useControl } from '../../data/control.ts'
import { bearerOf, type Caller, callService, type ServiceReply } from '../../data/send-call.ts'

interface ShipmentProps {
  readonly shipment: Shipment
  /** `Notification`, `Reminder 2`. */
  readonly title: string
  readonly creator: string
  /** The address names this shipment. */
  readonly isAsked: boolean
}

export function ShipmentOf({ shipment, title, creator, isAsked }: ShipmentProps) {
  const { id, status, requestedSendTime } = shipment
  const [asking, ask] = useState(false)
  const { reply, error, send } = useServiceCall(creator)
  const place = useRef<HTMLElement>(null)
  useEffect(() => {
    if (isAsked) place.current?.scrollIntoView({ block: 'nearest' })
  }, [isAsked])
  return (
    <section ref={place} class={isAsked ? 'shipment asked' : 'shipment'} aria-label={title}>
      <h3>
        {title} <OrderStatus of={status} />
      </h3>
      <p class="row quiet">
        <span>
          <Time at={requestedSendTime} full /> <Until at={requestedSendTime} />
        </span>
        <span class="row">
          <Text>{id}</Text> <Copy text={id} what="the id of the shipment" />
        </span>
      </p>
      <Manifest of={shipment} />
      <div class="actions start">
        <button type="button" onClick={() => void send('GET', `/future/shipment/${id}`)}>
          Read the manifest as {creator}
        </button>
        <AdvancePast at={requestedSendTime} />
        <button type="button" class="danger" onClick={() => ask(true)}>
          Cancel it
        </button>
      </div>
      <div aria-live="polite">
        {error !== undefined && <Problem error={error} />}
        {reply && <Replied reply={reply} />}
      </div>
      {asking && (
        <Confirm
          title={`Cancel the ${title.toLowerCase()}?`}
          yes="Cancel the shipment"
          act={() => void send('PUT', `/orders/${id}/cancel`)}
          close={() => ask(false)}
        >
          <p>The page sends the call of its creator. The service refuses it when the shipment is due in five minutes or less.</p>
        </Confirm>
      )}
    </section>
  )
}

/** Calls the service as the one who placed the order. */
function useServiceCall(creator: string) {
  const [reply, setReply] = useState<ServiceReply>()
  const [error, setError] = useState<unknown>()
  async function send(method: string, path: string): Promise<void> {
    setReply(undefined)
    setError(undefined)
    try {
      setReply(await callService({ method, path, headers: { authorization: await bearerOf(callerOf(creator)) }, body: '' }))
      await refresh()
    } catch (thrown) {
      setError(thrown)
    }
  }
  return { reply, error, send }
}

function Until({ at }: { readonly at: string }) {
  const left = Date.parse(at) - worldNow.value
  return left > 0 ? <span>in {spanOf(left)}</span> : null
}

/** Milliseconds in which the service processes a shipment that is due, and sends its messages. */
const processing = 600_000

/** Only for what is to come. */
function AdvancePast({ at }: { readonly at: string }) {
  const advance = useChange('control.advanceClock', ({ now, total }) => `It is ${now}. The service did ${counted(total, 'thing')}.`)
  if (Date.parse(at) <= worldNow.value) return null
  return (
    <button
      type="button"
      disabled={advance.isPending}
      title="10 minutes past it, so that the service has processed it"
      onClick={() => advance.mutate({ body: { to: new Date(Date.parse(at) + processing).toISOString() } })}
    >
      Advance the clock past it
    </button>
  )
}

/** The record of an order, with those of its shipments. */
export interface Order extends RecordOf<'orders'> {
  /** The notification first, then its reminders. */
  readonly shipments: readonly Shipment[]
}

/** The newest first. */
function ordersOf(records: readonly RecordOf<'orders'>[], shipments: readonly Shipment[]): readonly Order[] {
  const byId = new Map(shipments.map((shipment) => [shipment.id, shipment]))
  return records.map((record) => ({ ...record, shipments: record.shipmentIds.flatMap((id) => byId.get(id) ?? []) }))
}

/** The order with this id, or that of the shipment with this id. */
const orderOf = (orders: readonly Order[], id: string): Order | undefined =>
  orders.find((each) => each.id === id || each.shipmentIds.includes(id))

export const destinationsOf = ({ shipments }: Order): string[] => [
  ...new Set(shipments.flatMap(({ recipients }) => recipients.map(({ destination }) => destination))),
]

/** Everything of it that a tester may know, as one text. */
export const textOf = (order: Order): string =>
  [
    order.id,
    order.idempotencyId,
    order.creator,
    ...order.shipmentIds,
    ...order.shipments.map(({ sendersReference }) => sendersReference ?? ''),
    ...destinationsOf(order),
  ]
    .join('\n')
    .toLowerCase()

/** The shipment that comes next, else the last one. */
export const nextOf = ({ shipments }: Order): Shipment | undefined =>
  shipments.find(({ status }) => status === 'Order_Registered') ?? shipments.at(-1)

/** Orders of a system have the number of its organization in place of a code. */
export const callerOf = (creator: string): Caller => (/^\d{9}$/.test(creator) ? { orgNo: creator } : { org: creator })

/** Orders of the list: more would make the page and the server slow. The search finds the others. */
const most = 2_000

function useRecords(collection: 'orders' | 'shipments', query: Readonly<Record<string, string>>, enabled = true) {
  return useControl('control.findRecords', { params: { collection }, query: { environment, ...query } }, { live: true, enabled })
}

/** The newest orders, the newest first. `total` counts all of them. */
export function useOrders() {
  const found = useRecords('orders', { first: 'newest', limit: String(most) })
  // An order has a notification and, as a rule, few reminders.
  const parts = useRecords('shipments', { first: 'newest', limit: String(5 * most) })
  const orders = useMemo(() => joined(found.data?.records, parts.data?.records), [found.data, parts.data])
  const isRead = found.data !== undefined && parts.data !== undefined
  return { found, orders, total: found.data?.total ?? 0, isRead }
}

/** The order with this id, or that of the shipment with this id, also one that the list lacks. Undefined `order`: there is none. */
export function useOrder(id: string | undefined, { orders, isRead }: Pick<ReturnType<typeof useOrders>, 'orders' | 'isRead'>) {
  const listed = id === undefined ? undefined : orderOf(orders, id)
  const isAsked = id !== undefined && isRead && !listed
  const byId = useRecords('orders', { id: id ?? '' }, isAsked)
  const byShipment = useRecords('orders', { shipment: id ?? '' }, isAsked)
  const record = isAsked ? ([...(byId.data?.records ?? []), ...(byShipment.data?.records ?? [])][0] as Order | undefined) : undefined
  const parts = useRecords('shipments', { order: record?.id ?? '' }, record !== undefined)
  const order = listed ?? (record && parts.data ? joined([record], parts.data.records)[0] : undefined)
  const isKnown =
    listed !== undefined || (byId.data !== undefined && byShipment.data !== undefined && (!record || parts.data !== undefined))
  return { order, isKnown: isRead && isKnown }
}

const joined = (records: readonly object[] = [], parts: readonly object[] = []): readonly Order[] =>
  ordersOf(records as readonly RecordOf<'orders'>[], parts as readonly Shipment[])
