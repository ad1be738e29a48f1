/** An open order: its notification and reminders on a time axis, each with its manifest and a button to cancel it. */

import { useEffect, useRef } from 'preact/hooks'
import type { RecordOf } from '../../../../control/client.ts'
import { Button } from '../../components/button.tsx'
import { ConfirmButton } from '../../components/dialog.tsx'
import { Facts } from '../../components/facts.tsx'
import { Beside, Empty } from '../../components/list.tsx'
import { bearerOf, type Caller, callService, useServiceCall } from '../../components/service-call.tsx'
import { Manifest, Outcome, orderKinds, type Shipment } from '../../components/story.tsx'
import { counted, spanOf, Text, Time, worldNow } from '../../components/text.tsx'
import { Copy } from '../../components/toast.tsx'
import { Who } from '../../components/who.tsx'
import { refresh, useChange } from '../../data/control.ts'
import { hrefOf, storyHref } from '../../shell/address.ts'

interface OpenOrderProps {
  readonly order: Order | undefined
  /** The id in the URL, which identifies the order or a shipment. */
  readonly addressed: string
  close(): void
}

export interface Order extends RecordOf<'orders'> {
  readonly shipments: readonly Shipment[]
}

export const OpenOrder = ({ order, addressed, close }: OpenOrderProps) => (
  <Beside class="open-order" label="Order" what="the order" close={close}>
    {order ? <Opened order={order} addressed={addressed} /> : <Empty title="Order not found." />}
  </Beside>
)

function Opened({ order, addressed }: { readonly order: Order; readonly addressed: string }) {
  const { id, creator, idempotencyId, family, shipments } = order
  return (
    <>
      <Text as="h2">{shipments[0]?.sendersReference ?? idempotencyId ?? id}</Text>
      <p>
        <Outcome of={shipments} />
      </p>
      <Facts
        of={{
          Order: (
            <span class="row">
              <Text>{id}</Text> <Copy text={id} what="the order's id" />
            </span>
          ),
          Creator: <Who of={creator} />,
          ...(idempotencyId !== null && { idempotencyId }),
          ...(family !== 'regular' && { Kind: orderKinds[family] }),
        }}
      />
      <p class="row">
        <a href={storyHref(id)}>Its whole story</a>
        <a href={hrefOf(['clock'])}>The world's timeline</a>
      </p>
      <Line order={order} addressed={addressed} />
    </>
  )
}

interface Point {
  readonly at: number
  readonly shipment?: Shipment
}

/** Shows the shipments sorted by time, with a marker for the current time. */
function Line({ order: { shipments, creator }, addressed }: { readonly order: Order; readonly addressed: string }) {
  const now = worldNow.value
  const points: Point[] = [{ at: now }, ...shipments.map((shipment) => ({ at: Date.parse(shipment.requestedSendTime), shipment }))]
  points.sort((one, other) => one.at - other.at || Number(one.shipment === undefined) - Number(other.shipment === undefined))
  return (
    <ol class="order-line" aria-label="The order's timeline">
      {points.map(({ at, shipment }) =>
        shipment ? (
          <li key={shipment.id} class={at > now ? 'to-come' : ''}>
            <ShipmentOf
              shipment={shipment}
              title={titleOf(shipment, shipments)}
              creator={creator}
              isAddressed={shipment.id === addressed}
            />
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

interface ShipmentProps {
  readonly shipment: Shipment
  /** For example `Notification` or `Reminder 2`. */
  readonly title: string
  readonly creator: string
  /** True if the URL contains this shipment's id. */
  readonly isAddressed: boolean
}

function ShipmentOf({ shipment, title, creator, isAddressed }: ShipmentProps) {
  const { id, requestedSendTime } = shipment
  const { send, outcome } = useServiceCall()
  /** Headers for a call as the order's creator. */
  const headers = async () => ({ authorization: await bearerOf(callerOf(creator)) })
  const call = (method: string, path: string) =>
    void send(async () => callService({ method, path, headers: await headers(), body: '' })).then(refresh)
  const section = useRef<HTMLElement>(null)
  useEffect(() => {
    if (isAddressed) section.current?.scrollIntoView({ block: 'nearest' })
  }, [isAddressed])
  return (
    <section ref={section} class={isAddressed ? 'shipment addressed' : 'shipment'} aria-label={title}>
      <h3>
        {title} <Outcome of={[shipment]} />
      </h3>
      <p class="row quiet">
        <span>
          <Time at={requestedSendTime} full /> <Until at={requestedSendTime} />
        </span>
        <span class="row">
          <Text>{id}</Text> <Copy text={id} what="the shipment's id" />
        </span>
      </p>
      <Manifest of={shipment} />
      <div class="actions start">
        <Button label="Read the manifest as its creator" act={() => call('GET', `/future/shipment/${id}`)} />
        <AdvancePast at={requestedSendTime} />
        <ConfirmButton
          button={{ label: 'Cancel it', class: 'danger' }}
          title={`Cancel the ${title.toLowerCase()}?`}
          yes="Cancel the shipment"
          act={() => call('PUT', `/orders/${id}/cancel`)}
        >
          <p>The page makes the call as the order's creator. The service refuses it if the shipment is due within five minutes.</p>
        </ConfirmButton>
      </div>
      <div aria-live="polite">{outcome}</div>
    </section>
  )
}

function Until({ at }: { readonly at: string }) {
  const left = Date.parse(at) - worldNow.value
  return left > 0 ? <span>in {spanOf(left)}</span> : null
}

/** Milliseconds that the service needs to process a due shipment and send its messages. */
const processing = 600_000

function AdvancePast({ at }: { readonly at: string }) {
  const advance = useChange('control.advanceClock', ({ now, total }) => `It is ${now}. The service ran ${counted(total, 'job')}.`)
  if (Date.parse(at) <= worldNow.value) return null
  const to = new Date(Date.parse(at) + processing).toISOString()
  const title = 'Advances to 10 minutes after the send time, when the service has processed the shipment'
  return (
    <Button label="Advance the clock past it" disabled={advance.isPending} title={title} act={() => advance.mutate({ body: { to } })} />
  )
}

/** Returns an order's creator as a caller. If a system placed the order, the creator is an organization number instead of a code. */
const callerOf = (creator: string): Caller => (/^\d{9}$/.test(creator) ? { orgNo: creator } : { org: creator })
