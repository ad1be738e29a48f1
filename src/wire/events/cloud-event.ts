/** Events as they lie on the wire: an envelope of structured CloudEvents. Source: events §2, §3. */
import type { CloudEvent } from './event.ts'

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

/** What an event says, before it is written. */
export interface BrokerEvent {
  readonly id: string
  readonly name: EventName
  /** World milliseconds since 1970. */
  readonly at: number
  readonly resourceId: string
  readonly fileTransferId: string
  /** Of the party that it is for. */
  readonly orgNo: string
  readonly role: EventRole
}

export const eventType = (name: EventName): string => `no.altinn.broker.${name}`
export const resourceUrn = (resourceId: string): string => `urn:altinn:resource:${resourceId}`
export const subjectUrn = (orgNo: string): string => `urn:altinn:organization:identifier-no:${orgNo}`

/** No fraction of the second, or three digits. */
const eventTime = (at: number): string => new Date(at).toISOString().replace('.000Z', 'Z')

const sourceOf = (base: string) => `${base}/broker/api/v1/filetransfer`

/** As it is delivered; `base` is where its reader finds the service. Source: events §3.1. */
export const cloudEvent = (event: BrokerEvent, base: string): CloudEvent => ({
  specversion: '1.0',
  id: event.id,
  type: eventType(event.name),
  time: eventTime(event.at),
  resource: resourceUrn(event.resourceId),
  resourceinstance: event.fileTransferId,
  subject: subjectUrn(event.orgNo),
  source: sourceOf(base),
  datacontenttype: 'application/json',
  data: { Role: event.role },
})

/** The same, in the order of whoever asks for it: what is stored comes back the shortest name first. Source: events §3.1, assumed. */
export function polledEvent(event: BrokerEvent, base: string): CloudEvent {
  const { specversion, id, time, type, source, subject, resource, resourceinstance, datacontenttype, data } = cloudEvent(event, base)
  return { specversion, id, time, type, source, subject, resource, resourceinstance, datacontenttype, data }
}

/** What an endpoint is asked to take before it gets anything else. Source: events §4.4. */
export const validationEvent = (id: string, subscription: number, base: string) => ({
  specversion: '1.0' as const,
  id,
  source: `${base}/events/api/v1/subscriptions/${subscription}`,
  type: 'platform.events.validatesubscription',
})

/** One chat service is spoken to in its own way. Source: events §5.1. */
export function webhookBody(endPoint: string, event: unknown): string {
  const text = JSON.stringify(event)
  return endPoint.includes('hooks.slack.com') ? JSON.stringify({ text }) : text
}
