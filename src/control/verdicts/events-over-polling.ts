/** Checks that a client learns of changes through events or the feed instead of polling. */
import { namedIn } from './judging/deed.ts'
import { defineVerdict, recent } from './judging/verdict.ts'

const reads = new Set(['notifications.getShipment', 'fileTransfer.overview', 'fileTransfer.details'])
const tellers = new Set(['notifications.readFeed', 'events.readEvents'])
/** Reading the same resource `most` times or more is polling. Reading it up to `few` times is not. */
const [most, few] = [10, 3]

export const eventsOverPolling = defineVerdict({
  id: 'events-over-polling',
  sentence: 'A client learns of changes through events or the feed instead of reading the same resource over and over.',
  severity: 'advice',
  source: 'spec §6',
  guidance: 'Subscribe to file transfer events, and read the shipment feed: one call returns all changes.',
  exercise: [],
  remember: () => ({ seen: recent<string, string[]>(), learned: { at: false } }),
  look({ id, operation, environment, path, status, delivery }, { seen, learned }, tell) {
    const isTold = delivery !== null && !delivery.validates && delivery.why === null
    if (isTold || (operation !== null && tellers.has(operation) && status === 200)) learned.at = true
    if (operation === null || !reads.has(operation) || status !== 200) return
    const key = `${environment} ${operation} ${namedIn(path)}`
    const ids = seen.get(key) ?? []
    if (ids.length === most) return
    if (ids.length === 0) seen.set(key, ids)
    ids.push(id)
    if (ids.length === most) tell.broken(...ids)
  },
  /** A client that reads occasionally and has never received an event might still be polling, so it does not count as good. */
  conclude({ seen, learned }, tell) {
    if (learned.at && [...seen.values()].every((ids) => ids.length <= few)) tell.met()
  },
})
