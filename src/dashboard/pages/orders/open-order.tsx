/** One order, opened: its notification and its reminders along the time of the world. */
import { Copy } from '../../components/copy.tsx'
import { Facts } from '../../components/facts.tsx'
import { Empty } from '../../components/loaded.tsx'
import type { Shipment } from '../../components/manifest.tsx'
import { Text } from '../../components/text.tsx'
import { Time, worldNow } from '../../components/time.tsx'
import { hrefOf, storyHref } from '../../shell/address.ts'
import { type Order, ShipmentOf } from './shipment.tsx'

interface OpenOrderProps {
  readonly order: Order | undefined
  /** The id in the address: of the order, or of one of its shipments. */
  readonly asked: string
  close(): void
}

export function OpenOrder({ order, asked, close }: OpenOrderProps) {
  return (
    <article class="open-order beside" aria-label="Order">
      <button type="button" class="quiet small close" aria-label="Close the order" onClick={close}>
        ×
      </button>
      {order ? <Opened order={order} asked={asked} /> : <Empty title="There is no such order." />}
    </article>
  )
}

function Opened({ order, asked }: { readonly order: Order; readonly asked: string }) {
  const { id, creator, idempotencyId, family, shipments } = order
  return (
    <>
      <Text as="h2">{shipments[0]?.sendersReference ?? idempotencyId}</Text>
      <Facts
        of={{
          Order: (
            <span class="row">
              <Text>{id}</Text> <Copy text={id} what="the id of the order" />
            </span>
          ),
          Creator: creator,
          idempotencyId,
          ...(family === 'instant' && { Kind: 'instant: it is sent at once' }),
        }}
      />
      <p class="row">
        <a href={storyHref(id)}>Its whole story</a>
        <a href={hrefOf(['clock'])}>The timeline of the world</a>
      </p>
      <Line order={order} asked={asked} />
    </>
  )
}

interface Point {
  readonly at: number
  readonly shipment?: Shipment
}

/** The shipments in the order of their times, with now between those that are due and those to come. */
function Line({ order: { shipments, creator }, asked }: { readonly order: Order; readonly asked: string }) {
  const now = worldNow.value
  const points: Point[] = [{ at: now }, ...shipments.map((shipment) => ({ at: Date.parse(shipment.requestedSendTime), shipment }))]
  points.sort((one, other) => one.at - other.at || Number(one.shipment === undefined) - Number(other.shipment === undefined))
  return (
    <ol class="order-line" aria-label="The order along the time">
      {points.map(({ at, shipment }) =>
        shipment ? (
          <li key={shipment.id} class={at > now ? 'to-come' : ''}>
            <ShipmentOf shipment={shipment} title={titleOf(shipment, shipments)} creator={creator} isAsked={shipment.id === asked} />
          </li>
        ) : (
          <li key="now" class="now">
            <strong>Now</strong> <Time at={new Date(now).toISOString()} full />
          </li>
        ),
      )}
    </ol>
  )
}

function titleOf({ id, type }: Shipment, shipments: readonly Shipment[]): string {
  const reminders = shipments.filter((each) => each.type === 'Reminder')
  if (type !== 'Reminder' || reminders.length === 1) return type
  return `Reminder ${reminders.findIndex((each) => each.id === id) + 1}`
}
