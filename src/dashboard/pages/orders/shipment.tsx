/** A shipment of an order: its manifest, as the service replies it, and its cancellation. */

import { useEffect, useRef, useState } from 'preact/hooks'
import { Copy } from '../../components/copy.tsx'
import { Confirm } from '../../components/dialog.tsx'
import { Replied } from '../../components/http-message.tsx'
import { Problem } from '../../components/loaded.tsx'
import { Manifest, OrderStatus, type Shipment } from '../../components/manifest.tsx'
import { Text } from '../../components/text.tsx'
import { Time, worldNow } from '../../components/time.tsx'
import { counted, spanOf } from '../../components/words.ts'
import { refresh, useChange } from '../../data/control.ts'
import { bearerOf, callService, type ServiceReply } from '../../data/send-call.ts'
import { callerOf } from './order.ts'

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
