/** Publishes an event of a file transfer, and books its deliveries to subscribers. Source: events §1, §4.5. */
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import { z } from 'zod'
import { organizationNumber } from '../../../wire/identifiers.ts'
import { Refusal } from '../../../wire/refusal.ts'
import type { Act } from '../../act.ts'
import { aboutTransfer, fileTransfers } from '../../file-transfer/records/file-transfer-index.ts'
import { defineJob } from '../../job.ts'
import { publishedEvents } from '../records/published-event.ts'
import { type EventRole, eventNames, eventRoles } from '../rules/cloud-event.ts'
import { brokerEvent } from '../rules/stored-event.ts'
import { validationsOf } from './delivery-attempt.ts'
import { spread } from './spread.ts'

const data = z.object({
  fileTransferId: z.string(),
  name: z.enum(eventNames),
  role: z.enum(eventRoles),
  /** The party, as written in the transfer. */
  actor: z.string(),
})
declare module '../../../world/bookings.ts' {
  interface BookingData {
    'events.publish': z.output<typeof data>
  }
}

export const publish = defineJob({
  id: 'events.publish',
  summary: 'An event of a file transfer is published',
  dependsOn: ['events', 'database'],
  asks: ['delivery', 'subscriptions'],
  data,
  step: { instant: 0, fast: 1_000, real: 1_000 },
  about: ({ fileTransferId, role, actor }, _, environment) => ({
    ...aboutTransfer(fileTransferId, environment),
    recipients: role === 'Recipient' ? [actor] : [],
  }),

  run({ fileTransferId, name, role, actor }, act) {
    act.reach('database')
    const transfer = act.environment.of(fileTransfers).get(fileTransferId)
    if (!transfer) return { id: fileTransferId, nothing: 'no such transfer' }
    if (!reaches(act)) return { id: fileTransferId, event: name, role, lost: 'events cannot be reached' }
    const id = name === 'published' ? publishedId(fileTransferId, role, actor) : act.random.guid()
    const validations = validationsOf(act.world)
    const published = () => {
      const { resourceId, base = '' } = transfer
      const facts = { id, name, at: act.now(), resourceId, fileTransferId, orgNo: organizationNumber(actor), role }
      const event = { ...brokerEvent(facts, base), cause: act.cause }
      const deliveries = act.commit(() => spread(act.environment.of(publishedEvents).add(event), act))
      return { id: fileTransferId, event: name, role, deliveries }
    }
    if (validations === undefined) return published()
    act.goOutside()
    return validations.then(published)
  },
})

/** An event that cannot be published is lost: there is no second try. Source: decisions §13. */
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
 * The id of the event about a publication, which is the same each time it is published. Source: events §3.2. `actor` is the party as the
 * service stores it. Uses a library for the hash because the one of the platform is asynchronous.
 */
export function publishedId(fileTransferId: string, role: EventRole, actor: string): string {
  const hash = bytesToHex(sha256(utf8ToBytes(`published:${fileTransferId}:${role}:${actor}`)))
  const digits = (at: number) => hash.slice(2 * at, 2 * at + 2)
  return groups.map((group) => group.map(digits).join('')).join('-')
}

/** The bytes of each group of a GUID. The first three groups begin with their last byte. */
const groups = [
  [3, 2, 1, 0],
  [5, 4],
  [7, 6],
  [8, 9],
  [10, 11, 12, 13, 14, 15],
] as const
