/** The CloudEvents of the broker: their names, and how they are written. Source: events §2, §3. */
import { resourceUrn } from '../../../wire/values/identifiers.ts'

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

/** The facts of an event. */
export interface BrokerEvent {
  readonly id: string
  readonly name: EventName
  /** World time in milliseconds since 1970. */
  readonly at: number
  readonly resourceId: string
  readonly fileTransferId: string
  /** The organization number of the party that the event is for. */
  readonly orgNo: string
  readonly role: EventRole
}

/** An event as it goes out. */
export interface CloudEvent {
  specversion: '1.0'
  id: string
  type: string
  time: string
  resource: string
  resourceinstance: string
  subject: string
  source: string
  datacontenttype: 'application/json'
  data: { Role: EventRole }
}

export const eventType = (name: EventName): string => `no.altinn.broker.${name}`
export const subjectUrn = (orgNo: string): string => `urn:altinn:organization:identifier-no:${orgNo}`

/** A time without a fraction of the second, or with three digits of it. */
const eventTime = (at: number): string => new Date(at).toISOString().replace('.000Z', 'Z')

/** An event as it is delivered. `base` is the address of the service as the reader of the event knows it. Source: events §3.1. */
export const cloudEvent = (event: BrokerEvent, base: string): CloudEvent => ({
  specversion: '1.0',
  id: event.id,
  type: eventType(event.name),
  time: eventTime(event.at),
  resource: resourceUrn(event.resourceId),
  resourceinstance: event.fileTransferId,
  subject: subjectUrn(event.orgNo),
  source: `${base}/broker/api/v1/filetransfer`,
  datacontenttype: 'application/json',
  data: { Role: event.role },
})

/**
 * An event as it is polled: the same attributes in another order, because the service stores them by the length of their names. Source:
 * events §3.1, assumed.
 */
export function polledEvent(event: BrokerEvent, base: string): CloudEvent {
  const { specversion, id, time, type, source, subject, resource, resourceinstance, datacontenttype, data } = cloudEvent(event, base)
  return { specversion, id, time, type, source, subject, resource, resourceinstance, datacontenttype, data }
}

export const validationType = 'platform.events.validatesubscription'

/** Everything that a subscriber can get. */
export const eventTypes: readonly string[] = [...eventNames.map(eventType), validationType]

/** The first event that an endpoint gets. It must accept this event before it gets any other. Source: events §4.4. */
export const validationEvent = (id: string, subscription: number, base: string) => ({
  specversion: '1.0' as const,
  id,
  source: `${base}/events/api/v1/subscriptions/${subscription}`,
  type: validationType,
})
