/** Writes events in the formats for delivery and for polling. Source: events §2, §3. */

import { resourceUrn } from '../../../wire/identifiers.ts'
import { type BrokerEvent, eventType, type StoredEvent, subjectUrn } from './cloud-event.ts'
import { byStoredName, type JsonNode, readTree, stored, writeNode } from './dotnet-json.ts'
import { eventTime, utcTime } from './event-time.ts'
import { writeEvent } from './read-cloud-event.ts'

/** `base`: the service's base URL as used by the file's sender. Source: events §3, decisions §2. */
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

/** Returns an event as a polling client receives it: in database order, with its time in UTC. Source: events §3.1. */
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
