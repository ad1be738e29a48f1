/** Verdicts on clients that poll instead of waiting for a change. */
import type { FileTransferStatus } from '../../service/areas/file-transfer/records.ts'
import { orderLifecycle, orderStatuses } from '../../service/areas/notifications/wire.ts'
import { type Deed, namedIn } from './judging/deed.ts'
import { memberOf, membersOf } from './judging/line-facts.ts'
import { defineVerdict, longestPause, type Moment, momentOf, recent, waits } from './judging/verdict.ts'

const reads = new Set(['notifications.getShipment', 'fileTransfer.overview', 'fileTransfer.details'])
const finalOfOrders: readonly unknown[] = orderStatuses.filter((status) => orderLifecycle.moves[status].length === 0)
const finalOfFiles: readonly unknown[] = ['AllConfirmedDownloaded', 'Cancelled', 'Purged', 'Failed'] satisfies FileTransferStatus[]
/** Reading more often than this after the final state counts as polling. Tests and people read less often. */
const mostAfterEnd = 3

interface Seen extends Moment {
  readonly ids: readonly string[]
  /** True if the resource was read again, which proves nothing unless it happens often. */
  readonly again: boolean
}

export const finalState = defineVerdict({
  id: 'final-state',
  sentence: 'A client stops polling a shipment or a file transfer that has reached a final state.',
  severity: 'bad',
  source: 'notifications §11.1, file-transfer §5.1',
  guidance:
    'Stop at Order_Completed, Order_SendConditionNotMet and Order_Cancelled, and at AllConfirmedDownloaded, Cancelled, Purged and Failed.',
  remember: () => recent<string, Seen>(),
  look(deed, seen, tell) {
    if (deed.operation === null || !reads.has(deed.operation)) return
    const isAnswered = deed.status === 200
    const isFinal = isAnswered && showsFinal(deed.operation, deed.replyBody)
    if (!isFinal && seen.size === 0) return
    const key = `${deed.environment} ${namedIn(deed.path)}`
    const before = seen.get(key)
    // A failed read counts as a read, but does not show the state to the client.
    if (!isAnswered) {
      if (before && deed.began >= before.ended) seen.set(key, { ...before, again: true })
      return
    }
    if (before && before.turns === deed.turns && deed.began >= before.ended && waits(before, deed).waited <= longestPause) {
      const ids = [...before.ids, deed.id].slice(0, mostAfterEnd + 2)
      seen.set(key, { ...momentOf(deed), ids, again: true })
      if (ids.length > mostAfterEnd) tell.broken(...ids)
    } else if (isFinal) {
      // A read that was already in flight does not count as a read after the final state.
      if (before && deed.began < before.ended) return
      seen.set(key, { ...momentOf(deed), ids: [deed.id], again: before !== undefined })
    }
  },
  conclude(seen, tell) {
    for (const { again } of seen.values()) if (!again) tell.met()
  },
})

/** Checks the status of the shipment or transfer itself. Recipient statuses and history are nested more deeply. */
function showsFinal(operation: string, reply: string | null): boolean {
  const members = membersOf(reply)
  if (!members) return false
  return operation === 'notifications.getShipment'
    ? finalOfOrders.includes(memberOf(members, 'status'))
    : finalOfFiles.includes(memberOf(members, 'fileTransferStatus'))
}

const getsEvent = ({ operation, status, delivery }: Deed) =>
  delivery ? !delivery.validates && delivery.why === null : operation === 'events.readEvents' && status === 200

/** Reading the same resource `polls` times or more is polling. Reading it up to `few` times is not. */
const [polls, few] = [10, 3]

export const eventsOverPolling = defineVerdict({
  id: 'events-over-polling',
  sentence: 'A client learns of changes through events or the feed instead of reading the same resource over and over.',
  severity: 'advice',
  source: 'spec §6',
  guidance: 'Subscribe to file transfer events, and read the shipment feed: one call returns all changes.',
  remember: () => ({ seen: recent<string, string[]>(), learned: { at: false } }),
  look(deed, { seen, learned }, tell) {
    const { id, operation, environment, path, status } = deed
    if (getsEvent(deed) || (operation === 'notifications.readFeed' && status === 200)) learned.at = true
    if (operation === null || !reads.has(operation) || status !== 200) return
    const key = `${environment} ${operation} ${namedIn(path)}`
    const ids = seen.get(key) ?? []
    if (ids.length === polls) return
    if (ids.length === 0) seen.set(key, ids)
    ids.push(id)
    if (ids.length === polls) tell.broken(...ids)
  },
  /** A client that reads occasionally and has never received an event might still be polling, so it does not count as good. */
  conclude({ seen, learned }, tell) {
    if (learned.at && [...seen.values()].every((ids) => ids.length <= few)) tell.met()
  },
})

/** An occasional search finds what events missed. Numbers between `rare` and `most` prove nothing. */
const [rare, most] = [1, 3]

export const eventsOverSearch = defineVerdict({
  id: 'events-over-search',
  sentence: 'A client that receives events does not search for changes that the events have already reported.',
  severity: 'advice',
  source: 'spec §6',
  guidance: 'Read the file transfer named in the event. Search only occasionally, to find changes that no event reported.',
  remember: () => ({ told: false, searches: [] as string[] }),
  look(deed, memory, tell) {
    if (getsEvent(deed)) memory.told = true
    if (deed.operation !== 'fileTransfer.search' || !memory.told || memory.searches.length >= most) return
    memory.searches.push(deed.id)
    if (memory.searches.length === most) tell.broken(...memory.searches)
  },
  conclude({ told, searches }, tell) {
    if (told && searches.length <= rare) tell.met()
  },
})
