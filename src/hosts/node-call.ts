/** A request of Node's server as a call. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { BodyTooLarge, type Call, type CallBody, ClientGone } from '../wire/http/call.ts'
import { gatherBytes } from '../wire/http/gathered-bytes.ts'

export interface NodeCall extends Call {
  /** Aborts the call's signal. */
  leave(): void
}

/** Plain values only: an accessor would give each call a shape of its own, which the collector takes for long-lived. */
export function readCall(req: IncomingMessage): NodeCall {
  const leaving = new AbortController()
  return {
    method: req.method ?? 'GET',
    url: req.url ?? '/',
    headers: req.headers,
    body: hasBody(req) ? readBody(req) : undefined,
    signal: leaving.signal,
    isLocal: isNear(req),
    leave: () => leaving.abort(),
  }
}

export function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || (headers['content-length'] !== undefined && headers['content-length'] !== '0')
}

function readBody(req: IncomingMessage): CallBody {
  return {
    collect: (limit, arrived) => collect(req, limit, arrived),
    async *chunks() {
      try {
        // The connection still has to carry the answer when reading stops early.
        for await (const chunk of req.iterator({ destroyOnReturn: false })) yield chunk as Uint8Array
      } catch {
        throw new ClientGone()
      }
      if (!req.complete) throw new ClientGone()
    },
  }
}

/** By events, which cost less than an iterator. */
function collect(req: IncomingMessage, limit: number, arrived?: (bytes: number) => void): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    // Nothing more is heard of a request that ended before anyone listened.
    if (req.destroyed) {
      reject(new ClientGone())
      return
    }
    if (Number(req.headers['content-length'] ?? 0) > limit) {
      reject(new BodyTooLarge(limit))
      return
    }
    const gathered = gatherBytes(limit)
    function stop(): void {
      req.off('data', onData).off('end', onEnd).off('error', onGone).off('close', onGone)
    }
    function onData(chunk: Buffer): void {
      try {
        gathered.add(chunk)
        arrived?.(chunk.byteLength)
      } catch (thrown) {
        stop()
        reject(thrown)
      }
    }
    function onEnd(): void {
      stop()
      resolve(gathered.whole())
    }
    function onGone(): void {
      stop()
      reject(new ClientGone())
    }
    req.on('data', onData).on('end', onEnd).on('error', onGone).on('close', onGone)
  })
}

const loopback = /^(?:127\.|::1$|::ffff:127\.)/
const localHost = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d+)?$/i

/** A page of another site may reach the loopback address through a name of its own: the name must be local, too. */
const isNear = ({ socket, headers }: IncomingMessage) => loopback.test(socket.remoteAddress ?? '') && localHost.test(headers.host ?? '')

/** Whether the client has gone before anything was said. */
export const hasLeft = (req: IncomingMessage, res: ServerResponse) => res.destroyed || req.socket.destroyed
