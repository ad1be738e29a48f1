/** Publishes a file transfer event and books its deliveries to subscribers. Source: events §1, §4.5. */
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import { organizationNumber } from '../../../wire/identifiers.ts'
import { Refusal } from '../../../wire/refusal.ts'
import type { Act } from '../../operation.ts'
import { defineJob } from '../../operation.ts'
import { eventBookings } from '../bookings.ts'
import type { EventRole } from '../cloud-events/cloud-event.ts'
import { brokerEvent } from '../cloud-events/stored-event.ts'
import { publishedEvents } from '../records/published-events.ts'
import { validationsOf } from './delivery-attempt.ts'
import { spread } from './spread.ts'

export const publish = defineJob({
  id: 'events.publish',
  summary: 'A file transfer event is published',
  dependsOn: ['events', 'database'],
  asks: ['delivery', 'subscriptions'],
  ...eventBookings['events.publish'],
  about: ({ fileTransferId, role, actor, resourceId, sender = '' }) => ({
    transfer: fileTransferId,
    resource: resourceId,
    org: organizationNumber(sender),
    recipients: role === 'Recipient' ? [actor] : [],
  }),

  run({ fileTransferId, name, role, actor, resourceId, sender = '', base = '' }, act) {
    act.reach('database')
    if (resourceId === undefined) return { id: fileTransferId, nothing: 'the file transfer does not exist' }
    if (!reaches(act)) return { id: fileTransferId, event: name, role, lost: 'events cannot be reached' }
    const id = name === 'published' ? publishedId(fileTransferId, role, actor) : act.random.guid()
    const validations = validationsOf(act.world)
    const published = () => {
      const facts = { id, name, at: act.now(), resourceId, fileTransferId, orgNo: organizationNumber(actor), role }
      const parties = { org: organizationNumber(sender), ...(role === 'Recipient' && { recipient: actor }) }
      const event = { ...brokerEvent(facts, base), ...parties, cause: act.cause }
      const deliveries = act.commit(() => spread(act.environment.of(publishedEvents).add(event), act))
      return { id: fileTransferId, event: name, role, deliveries }
    }
    if (validations === undefined) return published()
    act.goOutside()
    return validations.then(published)
  },
})

/**
 * True if the events service can be reached. An event that cannot be published is lost, because the service does not retry. Source:
 * decisions §13.
 */
function reaches({ reach }: Act<'events'>): boolean {
  try {
    reach('events')
    return true
  } catch (thrown) {
    if (thrown instanceof Refusal && thrown.key === 'unreachable') return false
    throw thrown
  }
}

/**
 * Returns a `published` event's deterministic id. `actor`: the party as stored. Uses a hash library, because Web Crypto is asynchronous.
 * Source: events §3.2.
 */
export function publishedId(fileTransferId: string, role: EventRole, actor: string): string {
  const hash = bytesToHex(sha256(utf8ToBytes(`published:${fileTransferId}:${role}:${actor}`)))
  const digits = (at: number) => hash.slice(2 * at, 2 * at + 2)
  return groups.map((group) => group.map(digits).join('')).join('-')
}

/** Byte order for each GUID group: the first three groups are little-endian. */
const groups = [
  [3, 2, 1, 0],
  [5, 4],
  [7, 6],
  [8, 9],
  [10, 11, 12, 13, 14, 15],
] as const
