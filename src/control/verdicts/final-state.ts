/** Checks that a client stops polling once a final state is reached. */
import type { FileTransferStatus } from '../../service/areas/file-transfer/records.ts'
import { orderLifecycle, orderStatuses } from '../../service/areas/notifications/wire.ts'
import { namedIn } from './judging/deed.ts'
import { memberOf, membersOf } from './judging/line-facts.ts'
import { defineVerdict, recent, waits } from './judging/verdict.ts'

const reads = new Set(['notifications.getShipment', 'fileTransfer.overview', 'fileTransfer.details'])
const finalOfOrders: readonly unknown[] = orderStatuses.filter((status) => orderLifecycle.moves[status].length === 0)
const finalOfFiles: readonly unknown[] = ['AllConfirmedDownloaded', 'Cancelled', 'Purged', 'Failed'] satisfies FileTransferStatus[]
/** Reading more often than this after the final state counts as polling. Tests and people read less often. */
const most = 3
/** In milliseconds. A read after a longer pause does not count as polling. */
const longest = 300_000

interface Seen {
  readonly ids: readonly string[]
  readonly ended: number
  readonly until: number
  readonly turns: number
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
  exercise: [],
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
    const { id, ended, until, turns } = deed
    if (before && before.turns === turns && deed.began >= before.ended && waits(before, deed).waited <= longest) {
      const ids = [...before.ids, id].slice(0, most + 2)
      seen.set(key, { ids, ended, until, turns, again: true })
      if (ids.length > most) tell.broken(...ids)
    } else if (isFinal) {
      // A read that was already in flight does not count as a read after the final state.
      if (before && deed.began < before.ended) return
      seen.set(key, { ids: [id], ended, until, turns, again: before !== undefined })
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
