/** CloudEvent names and constants, without the parser and writer, so that a page can load them at startup. Source: events §2, §3. */
import { unknownName } from '../../../wire/misuse.ts'

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

/** The attributes that filters use, and the text to deliver. */
export interface StoredEvent {
  readonly id: string
  readonly source: string
  readonly type: string
  /** A URN. */
  readonly resource: string
  /** The resource instance. In broker events: the file transfer id. */
  readonly instance: string | null
  readonly subject: string | null
  readonly alternativeSubject: string | null
  /** When the event was published, in milliseconds of world time since 1970. */
  readonly at: number
  readonly text: string
}

const brokerPrefix = 'no.altinn.broker.'
export const eventType = (name: EventName): string => `${brokerPrefix}${name}`
export const isFromBroker = ({ type }: Pick<StoredEvent, 'type'>): boolean => type.startsWith(brokerPrefix)
/** The prefix for app resources: `urn:altinn:resource:app_<org>_<app>`. Source: events §4.6. */
export const appPrefix = 'urn:altinn:resource:app_'
export const isApp = (resource: string): boolean => resource.startsWith(appPrefix)
export const subjectUrn = (orgNo: string): string => `urn:altinn:organization:identifier-no:${orgNo}`

export interface BrokerEvent {
  readonly id: string
  readonly name: EventName
  readonly at: number
  readonly resourceId: string
  readonly fileTransferId: string
  /** The receiving organization's number. */
  readonly orgNo: string
  readonly role: EventRole
}

export const validationType = 'platform.events.validatesubscription'

/** All event types that broker subscribers receive. */
export const eventTypes: readonly string[] = [...eventNames.map(eventType), validationType]

/** Returns the first event sent to an endpoint. The endpoint must accept it before it receives any others. Source: events §4.4. */
export const validationEvent = (id: string, subscription: number, base: string) => ({
  specversion: '1.0' as const,
  id,
  source: `${base}/events/api/v1/subscriptions/${subscription}`,
  type: validationType,
})

/** Extracts the event type and the role from a message description. Throws `Misuse` if there is no type. */
export function namedEvent(description: string) {
  const words = description.split(/[^\w.]+/)
  const type = eventTypes.find((each) => words.includes(each))
  if (type === undefined) throw unknownName(`${JSON.stringify(description.slice(0, 100))} contains no event type.`, description, eventTypes)
  const role = eventRoles.find((each) => words.some((word) => word.toLowerCase() === each.toLowerCase()))
  return { type, role, isValidation: type === validationType }
}
