/** Reads a request of Express as a call. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { BodyTooLarge, type Call, type CallBody, ClientGone } from '../wire/http/call.ts'
import { gatherBytes } from '../wire/http/gathered-bytes.ts'
import { demandBody } from './continuing.ts'
import { isNear, type Sent } from './node-nearness.ts'

/** A request of Node with what Express 5 adds. */
export interface ExpressRequest extends Sent {
  /** The path under which the handler is mounted; `url` is relative to it. */
  readonly baseUrl: string
  readonly protocol: string
}

export interface NodeCall extends Call {
  /** Aborts the call's signal. */
  leave(): void
}

export function readCall(req: ExpressRequest): NodeCall {
  const leaving = new AbortController()
  return {
    method: req.method ?? 'GET',
    url: req.url ?? '/',
    base: `${originOf(req)}${req.baseUrl}`,
    headers: req.headers,
    body: hasBody(req) ? readBody(req) : undefined,
    signal: leaving.signal,
    connection: isAlone(req) ? req.socket : undefined,
    // Only control rows ask for it.
    isLocal: () => isNear(req),
    leave: () => leaving.abort(),
  }
}

/** Whether one client has the connection to itself, and sends one call after the other: not through a proxy, and not by HTTP/2. */
const isAlone = ({ httpVersionMajor, app }: ExpressRequest) => httpVersionMajor === 1 && !app.get('trust proxy')

/** Express asks for the trusted proxies at each look. Without any, the connection and the Host header say it. */
function originOf(req: ExpressRequest): string {
  if (req.app.get('trust proxy')) return `${req.protocol}://${req.host || 'localhost'}`
  return `${'encrypted' in req.socket ? 'https' : 'http'}://${req.headers.host || 'localhost'}`
}

export function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || (headers['content-length'] !== undefined && headers['content-length'] !== '0')
}

function readBody(req: IncomingMessage): CallBody {
  return {
    collect: collecting(req),
    async *chunks() {
      demandBody(req)
      try {
        // If reading stops early, the connection still has to carry the answer.
        for await (const chunk of req.iterator({ destroyOnReturn: false })) yield chunk as Uint8Array
      } catch {
        throw new ClientGone()
      }
      if (!req.complete) throw new ClientGone()
    },
  }
}

const collecting =
  (req: IncomingMessage): CallBody['collect'] =>
  (limit, arrived) => {
    if (!req.complete || req.destroyed || req.readableLength > limit) return gather(req, limit, arrived)
    const whole: Uint8Array = req.read() ?? new Uint8Array()
    arrived?.(whole.byteLength)
    return whole
  }

/** By events: async iteration costs an order half as much CPU again (`npm run bench`, create an order). */
function gather(req: IncomingMessage, limit: number, arrived?: (bytes: number) => void): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    // A destroyed request emits no more events.
    if (req.destroyed) {
      reject(new ClientGone())
      return
    }
    if (Number(req.headers['content-length'] ?? 0) > limit) {
      reject(new BodyTooLarge(limit))
      return
    }
    demandBody(req)
    const gathered = gatherBytes(limit)
    function onData(chunk: Buffer): void {
      try {
        gathered.add(chunk)
        arrived?.(chunk.byteLength)
      } catch (thrown) {
        req.off('data', onData)
        reject(thrown)
      }
    }
    // A request closes after its end, too, and after an error.
    function onClose(): void {
      if (!req.readableEnded) reject(new ClientGone())
    }
    req
      .on('data', onData)
      .on('end', () => resolve(gathered.whole()))
      .on('close', onClose)
  })
}

/** Whether the client has left. */
export const hasLeft = (req: IncomingMessage, res: ServerResponse) => res.destroyed || req.socket.destroyed
