/** Publishes file transfer events, and delivers them to subscriptions. Source: events §1, §2, §3, §4, §5. */
import { createHash, randomUUID } from 'node:crypto'
import type { Later } from './later.ts'
import type { Steps } from './steps.ts'
import type { Switches } from './switches.ts'
import { canonicalGuid } from './wire.ts'

export interface Subscription {
  readonly id: number
  readonly endPoint: string
  readonly resourceFilter: string
  readonly subjectFilter?: string
  readonly typeFilter?: string
  readonly consumer: string
  readonly createdBy: string
  readonly created: string
  validated: boolean
  readonly includeSubunits: boolean
}

export interface CloudEvent {
  readonly specversion: '1.0'
  readonly id: string
  readonly type: string
  readonly time?: string
  readonly resource?: string
  readonly resourceinstance?: string
  readonly subject?: string
  readonly source: string
  readonly datacontenttype?: string
  readonly data?: unknown
}

/** An event before the broker publishes it. */
interface Publication {
  readonly name: string
  readonly role: 'Sender' | 'Recipient'
  /** The party, as stored by the broker. */
  readonly actor: string
  readonly fileTransferId: string
  readonly resourceId: string
}

const second = 1000
/** Seconds before each retry. Source: events §5.2 */
const waits = [10, 30, 60, 300, 600, 1800, 3600, 10_800, 21_600, 43_200, 43_200].map((wait) => wait * second)
const validationWaits = [1, 5, 10, 30, 60, 120, 120, 120].map((wait) => wait * second)

export type Events = ReturnType<typeof openEvents>

interface Terms {
  readonly steps: Steps
  readonly switches: Switches
  readonly later: Later
  /** Seconds from publication by the broker to the first attempt. */
  readonly eventSeconds: number
  origin(): string
}

export function openEvents({ steps, switches, later, eventSeconds, origin }: Terms) {
  const published: CloudEvent[] = []
  const subscriptions = new Map<number, Subscription>()

  function attempt(endPoint: string, event: CloudEvent, left: readonly number[], done = () => {}): void {
    void send(endPoint, event).then((isGood) => {
      const [wait, ...others] = left
      if (isGood) done()
      else if (wait !== undefined) later(wait, () => attempt(endPoint, event, others, done))
    })
  }

  function deliver(event: CloudEvent): void {
    for (const each of subscriptions.values()) if (matches(each, event)) attempt(each.endPoint, event, waits)
  }

  return {
    published,
    subscriptions,

    publish({ name, role, actor, fileTransferId, resourceId }: Publication): void {
      // Events that cannot be published are lost.
      if (switches.isAway('events')) return
      const event: CloudEvent = {
        specversion: '1.0',
        id: name === 'published' ? publishedId(`published:${fileTransferId}:${role}:${actor}`) : randomUUID(),
        type: `no.altinn.broker.${name}`,
        time: new Date().toISOString(),
        resource: `urn:altinn:resource:${resourceId}`,
        resourceinstance: fileTransferId,
        subject: `urn:altinn:organization:identifier-no:${actor.slice(-9)}`,
        source: `${origin()}/broker/api/v1/filetransfer`,
        datacontenttype: 'application/json',
        data: steps.eventData(role),
      }
      published.push(event)
      later(eventSeconds * second, () => deliver(event))
    },

    /** Accepts a service owner's event. A repeated event is sent again, but stored only once. Source: events §6.1 */
    take(event: CloudEvent): void {
      if (!published.some(({ id, source }) => id === event.id && source === event.source)) published.push(event)
      later(eventSeconds * second, () => deliver(event))
    },

    /** Validates a subscription's endpoint. */
    validate(subscription: Subscription): void {
      const source = `${origin()}/events/api/v1/subscriptions/${subscription.id}`
      const event: CloudEvent = { specversion: '1.0', id: randomUUID(), source, type: 'platform.events.validatesubscription' }
      attempt(subscription.endPoint, event, validationWaits, () => {
        subscription.validated = true
      })
    },
  }
}

const matches = ({ validated, resourceFilter, subjectFilter, typeFilter }: Subscription, { resource, subject, type }: CloudEvent) =>
  validated &&
  resourceFilter === resource &&
  (subjectFilter === undefined || subjectFilter === subject) &&
  (typeFilter === undefined || typeFilter === type)

/** True if the endpoint accepts the event. */
async function send(endPoint: string, event: CloudEvent): Promise<boolean> {
  try {
    const headers = { 'content-type': 'application/json; charset=utf-8' }
    const signal = AbortSignal.timeout(10_000)
    const reply = await fetch(endPoint, { method: 'POST', headers, body: JSON.stringify(event), redirect: 'manual', signal })
    await reply.body?.cancel()
    return reply.ok
  } catch {
    return false
  }
}

/** Source: events §3.2 */
function publishedId(text: string): string {
  const bytes = createHash('sha256').update(text).digest().subarray(0, 16)
  const order = [3, 2, 1, 0, 5, 4, 7, 6, 8, 9, 10, 11, 12, 13, 14, 15]
  return canonicalGuid(order.map((at) => bytes.subarray(at, at + 1).toString('hex')).join(''))
}
