/** The environment's orders, with the open order next to the list. */

import { useMemo } from 'preact/hooks'
import type { RecordOf } from '../../../../control/client.ts'
import { Empty, QueryChoice, QueryText } from '../../components/list.tsx'
import { Outcome, type Shipment } from '../../components/story.tsx'
import { counted, roughSpanOf, Text, wordFor, worldMinute } from '../../components/text.tsx'
import { type Column, timeColumn } from '../../components/virtual-row.tsx'
import { RecordTable } from '../../components/virtual-table.tsx'
import { Who } from '../../components/who.tsx'
import { environment, useControl } from '../../data/control.ts'
import { knownNames, nameOf } from '../../data/names.ts'
import { hrefOf, type PageProps, useOpened, useQueryValue } from '../../shell/address.ts'
import { OpenOrder, type Order } from './open-order.tsx'
import './orders.css'

const statuses: Readonly<Record<string, string>> = {
  '': 'Any status',
  Order_Registered: 'Registered',
  Order_Processing: 'Processing',
  Order_Processed: 'Processed',
  Order_Completed: 'Completed',
  Order_SendConditionNotMet: 'Condition not met',
  Order_Cancelled: 'Cancelled',
}

export function page({ rest: [open] }: PageProps) {
  const [text] = useQueryValue('text')
  const [status] = useQueryValue('status')
  const read = useOrders()
  const { records, orders, total } = read
  const fitting = useMemo(
    () => orders.filter((order) => fits(order, text.trim().toLowerCase(), status)),
    [orders, text, status, knownNames()],
  )
  const { given, leave } = useOpened('orders', 'order', open)
  const { order: opened, isKnown } = useOrder(open, read)
  return (
    <div class={`orders list-page ${open === undefined ? '' : 'opened'}`}>
      <h1 class="unheard">Orders</h1>
      <div class="bar">
        <search class="filters">
          <QueryText name="text" label="Text" type="search" placeholder="Reference, id, recipient" />
          <QueryChoice name="status" label="Status" choices={statuses} />
        </search>
        <div class="actions">
          <p class="quiet count">
            <span class="number">{fitting.length.toLocaleString('en')}</span> {wordFor(fitting.length, 'order')}
            {total > orders.length && `, among the newest ${orders.length.toLocaleString('en')} of ${total.toLocaleString('en')}`}
          </p>
          <a class="button-link" href={placing}>
            Place an order
          </a>
        </div>
      </div>
      <RecordTable<Order>
        of={records}
        label="Orders, newest first"
        columns={columns}
        rows={fitting}
        keyOf={({ id }) => id}
        hrefOf={({ id }) => hrefOf(['orders', id], given)}
        open={open}
        selected={opened?.id}
        empty={
          <Empty title={orders.length === 0 ? 'No orders have been placed yet.' : 'No order matches.'}>
            {orders.length === 0 && (
              <p>
                Clients place orders. You can also <a href={placing}>place one here</a>.
              </p>
            )}
          </Empty>
        }
      >
        {open !== undefined && isKnown && <OpenOrder key={opened?.id} order={opened} addressed={open} close={leave} />}
      </RecordTable>
    </div>
  )
}

const placing = hrefOf(['operations', 'notifications.createOrder'])

const fits = (order: Order, text: string, status: string): boolean =>
  (status === '' || order.shipments.some((each) => each.status === status)) && (text === '' || textOf(order).includes(text))

const destinationsOf = ({ shipments }: Order): string[] => [
  ...new Set(shipments.flatMap(({ recipients }) => recipients.map(({ destination }) => destination))),
]

const textOf = (order: Order): string =>
  [
    order.id,
    order.idempotencyId ?? '',
    `${order.creator}\n${nameOf(order.creator)}`,
    ...order.shipmentIds,
    ...order.shipments.map(({ sendersReference }) => sendersReference ?? ''),
    ...destinationsOf(order),
  ]
    .join('\n')
    .toLowerCase()

/** Returns the next shipment to be sent, or else the last shipment. */
const nextOf = ({ shipments }: Order): Shipment | undefined =>
  shipments.find(({ status }) => status === 'Order_Registered') ?? shipments.at(-1)

/** Shows `reminder in 6 d`, or the number of reminders. */
function NextReminder({ of: { shipments } }: { readonly of: Order }) {
  const reminders = shipments.filter(({ type }) => type === 'Reminder')
  const next = reminders.find(({ status }) => status === 'Order_Registered')
  if (reminders.length === 0) return <Text>{null}</Text>
  if (!next) return <span class="quiet">{counted(reminders.length, 'reminder')}</span>
  const left = Date.parse(next.requestedSendTime) - worldMinute.value
  return <span title={counted(reminders.length, 'reminder')}>{left > 0 ? `reminder in ${roughSpanOf(left)}` : 'reminder is due'}</span>
}

const columns: readonly Column<Order>[] = [
  {
    title: 'Order',
    width: 'minmax(6rem, 1.5fr)',
    cell: ({ id, shipments: [first], idempotencyId }) => <Text>{first?.sendersReference ?? idempotencyId ?? id}</Text>,
  },
  { title: 'Status, messages', width: 'minmax(14.5rem, 2fr)', cell: ({ shipments }) => <Outcome of={shipments} brief /> },
  {
    title: 'Recipients',
    width: 'minmax(8rem, 2fr)',
    narrow: false,
    cell: (order) => <Text>{destinationsOf(order).join(', ') || null}</Text>,
  },
  { title: 'Reminders', width: '8.5rem', narrow: false, cell: (order) => <NextReminder of={order} /> },
  { title: 'Creator', width: 'minmax(5rem, 1fr)', narrow: false, cell: ({ creator }) => <Who of={creator} /> },
  timeColumn('Due', (order) => nextOf(order)?.requestedSendTime ?? null),
]

/** Returns the order with this id, or with a shipment that has this id. */
const orderOf = (orders: readonly Order[], id: string): Order | undefined =>
  orders.find((each) => each.id === id || each.shipmentIds.includes(id))

/** Maximum number of listed orders. More would slow down the page and the server. The search also finds other orders. */
const most = 2_000

const useRecords = (collection: 'orders' | 'shipments', query: Readonly<Record<string, string>>, enabled = true) =>
  useControl('control.findRecords', { params: { collection }, query: { environment, ...query } }, { live: true, enabled })

/** Returns the orders, newest first. `total`: the total number of orders. */
function useOrders() {
  const records = useRecords('orders', { first: 'newest', limit: String(most) })
  // An order has one notification and usually few reminders.
  const parts = useRecords('shipments', { first: 'newest', limit: String(5 * most) })
  const orders = useMemo(() => joined(records.data?.records, parts.data?.records), [records.data, parts.data])
  const isRead = records.data !== undefined && parts.data !== undefined
  return { records, orders, total: records.data?.total ?? 0, isRead }
}

/** Like {@link orderOf}, but also finds orders that are not listed. `order` is undefined for an unknown id. */
function useOrder(id: string | undefined, { orders, isRead }: Pick<ReturnType<typeof useOrders>, 'orders' | 'isRead'>) {
  const listed = id === undefined ? undefined : orderOf(orders, id)
  const isUnlisted = id !== undefined && isRead && !listed
  const byId = useRecords('orders', { id: id ?? '' }, isUnlisted)
  const byShipment = useRecords('orders', { shipment: id ?? '' }, isUnlisted)
  const record = isUnlisted ? ([...(byId.data?.records ?? []), ...(byShipment.data?.records ?? [])][0] as Order | undefined) : undefined
  const parts = useRecords('shipments', { order: record?.id ?? '' }, record !== undefined)
  const order = listed ?? (record && parts.data ? joined([record], parts.data.records)[0] : undefined)
  const isKnown =
    listed !== undefined || (byId.data !== undefined && byShipment.data !== undefined && (!record || parts.data !== undefined))
  return { order, isKnown: isRead && isKnown }
}

function joined(records: readonly object[] = [], parts: readonly object[] = []): readonly Order[] {
  const byId = new Map((parts as readonly Shipment[]).map((shipment) => [shipment.id, shipment]))
  const orders = records as readonly RecordOf<'orders'>[]
  return orders.map((order) => ({ ...order, shipments: order.shipmentIds.flatMap((id) => byId.get(id) ?? []) }))
}
