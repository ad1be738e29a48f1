/** Verdicts on HTTP connections and headers. */
import { header } from '../../service/wire/call.ts'
import { defineVerdict, recent } from './judging/verdict.ts'

const enough = 5
/** In milliseconds of real time. After a longer pause, either side might have closed the connection. */
const longestRest = 30_000

export const connectionReused = defineVerdict({
  id: 'connection-reused',
  sentence: 'A client reuses open connections for its calls.',
  severity: 'advice',
  source: 'A new connection costs one round trip, or two or three with TLS.',
  guidance: 'Use one HTTP client or connection pool for all calls, and do not send Connection: close.',
  remember: () => ({
    seen: recent<number, true>(),
    fresh: [] as string[],
    reused: 0,
    /** Number of calls on a new connection that came soon after the previous call ended. */
    sequels: 0,
    /** When the last call ended, in milliseconds of real time. */
    ended: Number.POSITIVE_INFINITY,
    /** True if the last call's connection dropped. */
    broke: false,
  }),
  look({ id, connection, began, ended, lost }, connections) {
    if (connection === null) return
    const isSequel = began >= connections.ended && began - connections.ended <= longestRest && !connections.broke
    if (connections.seen.get(connection)) connections.reused++
    else {
      connections.seen.set(connection, true)
      if (isSequel) connections.sequels++
      if (isSequel && connections.fresh.length < enough) connections.fresh.push(id)
    }
    connections.ended = ended
    connections.broke = lost
  },
  conclude({ fresh, reused, sequels }, tell) {
    // A client that reuses some connections but often opens new ones counts as neither good nor bad.
    if (reused > sequels) tell.met()
    else if (reused === 0 && fresh.length === enough) tell.broken(...fresh)
  },
})

export const contentLength = defineVerdict({
  id: 'content-length',
  sentence: 'A client sends a Content-Length header with each body.',
  severity: 'advice',
  source: 'file-transfer §3.1',
  guidance: 'Send a Content-Length header with each body. Without it, the service cannot refuse an oversized file before receiving it.',
  look({ id, headers, proxied }, _, tell) {
    // A proxy might add the length on the client's behalf.
    if (proxied) return
    if (header(headers, 'content-length') !== undefined && header(headers, 'content-length') !== '0') tell.met()
    else if (header(headers, 'transfer-encoding')?.toLowerCase().includes('chunked')) tell.broken(id)
  },
})
