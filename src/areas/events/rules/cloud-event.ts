/** The CloudEvents of the broker: their names, and how events are delivered and polled. Source: events §2, §3. */
import { byStoredName, stored, writeNode } from '../../../wire/json/dotnet.ts'
import { type JsonNode, readTree } from '../../../wire/json/tree.ts'
import { resourceUrn } from '../../../wire/values/identifiers.ts'
import { eventTime, utcTime } from './event-time.ts'
import { writeEvent } from './read-cloud-event.ts'

export const eventNames = [
  'filetransferinitialized',
  'uploadprocessing',
  'published',
  'uploadfailed',
  'downloadconfirmed',
  'allconfirmeddownloaded',
  'filepurged',
  'fileneverconfirmeddownloaded',
] as const
export type EventName = (typeof eventNames)[number]

export const eventRoles = ['Sender', 'Recipient'] as const
export type EventRole = (typeof eventRoles)[number]

/** What is compared with filters, and the text that goes out. */
export interface StoredEvent {
  readonly id: string
  readonly source: string
  readonly type: string
  /** A URN. */
  readonly resource: string
  /** What the event is about within its resource; for the events of the broker, the id of the file transfer. */
  readonly instance: string | null
  readonly subject: string | null
  readonly alternativeSubject: string | null
  /** World time in milliseconds since 1970: when it was published. */
  readonly at: number
  /** As it is delivered. */
  readonly text: string
}

export const eventType = (name: EventName): string => `no.altinn.broker.${name}`
export const subjectUrn = (orgNo: string): string => `urn:altinn:organization:identifier-no:${orgNo}`

/** The facts of an event of the broker. */
export interface BrokerEvent {
  readonly id: string
  readonly name: EventName
  readonly at: number
  readonly resourceId: string
  readonly fileTransferId: string
  /** The organization number of the party that the event is for. */
  readonly orgNo: string
  readonly role: EventRole
}

/** `base` is the address of the service as the sender of the file knows it. Source: events §3, decisions §2. */
export const brokerEvent = ({ id, name, at, resourceId, fileTransferId, orgNo, role }: BrokerEvent, base: string): StoredEvent =>
  storedEvent(
    {
      attributes: new Map([
        ['id', id],
        ['type', eventType(name)],
        ['time', eventTime(at)],
        ['resource', resourceUrn(resourceId)],
        ['resourceinstance', fileTransferId],
        ['subject', subjectUrn(orgNo)],
        ['source', `${base}/broker/api/v1/filetransfer`],
        ['datacontenttype', 'application/json'],
      ]),
      data: JSON.stringify({ Role: role }),
    },
    at,
  )

/** An event that is published at a time. */
export function storedEvent(given: Parameters<typeof writeEvent>[0], at: number): StoredEvent {
  const { attributes } = given
  const [id = '', source = '', type = '', resource = ''] = ['id', 'source', 'type', 'resource'].map((name) => attributes.get(name))
  return {
    id,
    source,
    type,
    resource,
    instance: attributes.get('resourceinstance') ?? null,
    subject: attributes.get('subject') ?? null,
    alternativeSubject: attributes.get('alternativesubject') ?? null,
    at,
    text: writeEvent(given, at),
  }
}

/** An event as it is polled: as it comes back from the database, its time in UTC. Source: events §3.1. */
export function polledEvent({ text }: Pick<StoredEvent, 'text'>): string {
  const event = readTree(text)
  if (event.kind !== 'Object') return text
  const rank = (name: string) => (name === 'specversion' ? 0 : name === 'data' ? 2 : 1)
  const members = [...event.members].sort(([one], [other]) => rank(one) - rank(other) || byStoredName(one, other))
  return writeNode({ kind: 'Object', members: members.map(([name, value]) => [name, polledValue(name, value)]) })
}

function polledValue(name: string, value: JsonNode): JsonNode {
  if (name === 'time' && value.kind === 'String') return { ...value, value: utcTime(value.value) }
  return name === 'data' ? stored(value) : value
}

export const validationType = 'platform.events.validatesubscription'

/** Everything that a subscriber of the broker can get. */
export const eventTypes: readonly string[] = [...eventNames.map(eventType), validationType]

/** The first event that an endpoint gets. It must accept this event before it gets any other. Source: events §4.4. */
export const validationEvent = (id: string, subscription: number, base: string) => ({
  specversion: '1.0' as const,
  id,
  source: `${base}/events/api/v1/subscriptions/${subscription}`,
  type: validationType,
})
