/** Whether a client lets the service tell it what changes. */
import { namedIn } from './judging/deed.ts'
import { recent } from './judging/recent.ts'
import { defineVerdict } from './judging/verdict.ts'

const reads = new Set(['notifications.getShipment', 'fileTransfer.overview', 'fileTransfer.details'])
/** So many reads of one thing are polling. */
const most = 10

export const eventsOverPolling = defineVerdict({
  id: 'events-over-polling',
  sentence: 'A client learns of changes by events or by the feed, and does not read the same thing over and over.',
  severity: 'advice',
  source: 'spec §6',
  guidance: 'Subscribe to the events of file transfers, and read the feed of shipments: one call tells of all of them.',
  exercise: [],
  remember: () => recent<string, string[]>(),
  look({ id, operation, environment, path, status }, seen, tell) {
    if (operation === null || !reads.has(operation) || status !== 200) return
    const key = `${environment} ${operation} ${namedIn(path)}`
    const ids = seen.get(key) ?? []
    if (ids.length === most) return
    if (ids.length === 0) seen.set(key, ids)
    else tell.met()
    ids.push(id)
    if (ids.length === most) tell.broken(...ids)
  },
})
