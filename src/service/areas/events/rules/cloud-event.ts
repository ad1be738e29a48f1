/** The names and facts of CloudEvents, without what reads and writes them: a page loads it at once. Source: events §2, §3. */
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
/** The resource of an app begins so: `urn:altinn:resource:app_<org>_<app>`. Source: events §4.6. */
export const appPrefix = 'urn:altinn:resource:app_'
export const isApp = (resource: string): boolean => resource.startsWith(appPrefix)
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

/** The type and the role that a description of a message names. Throws `Misuse` if it names no type. */
export function namedEvent(description: string) {
  const words = description.split(/[^\w.]+/)
  const type = eventTypes.find((each) => words.includes(each))
  if (type === undefined) throw unknownName(`${JSON.stringify(description.slice(0, 100))} names no event type.`, description, eventTypes)
  const role = eventRoles.find((each) => words.some((word) => word.toLowerCase() === each.toLowerCase()))
  return { type, role, isValidation: type === validationType }
}
