/** The handler to mount in an Express app: converts requests to calls, and writes the answers. */
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import { setImmediate } from 'node:timers'
import {
  BodyTooLarge,
  type Call,
  type CallBody,
  type Carrier,
  ClientGone,
  gatherBytes,
  type PendingAnswer,
} from '../../service/wire/call.ts'
import { misuseAnswer } from '../../service/wire/error-answers.ts'
import { Misuse } from '../../service/wire/misuse.ts'
import { demandBody } from '../http/continuing.ts'
import { isNear, type SentRequest } from '../http/local-client.ts'
import { hasBody, writeAnswer } from '../http/node-answer.ts'

export const isPreflight = (method: string | undefined, headers: IncomingHttpHeaders): boolean =>
  method === 'OPTIONS' && headers.origin !== undefined && headers['access-control-request-method'] !== undefined

/** Adds a header to a refused preflight that explains how to allow the origin. */
function explainRefusal({ method, headers }: IncomingMessage, res: ServerResponse): void {
  if (!isPreflight(method, headers)) return
  const origin = URL.parse(headers.origin ?? '')?.origin ?? 'null'
  if (origin === 'null') return
  res.setHeader('x-standin-note', `Web pages from ${origin} may not call this server. Start it with --cors ${origin}.`)
}

/** Express 5 middleware. It answers every request, and calls `next` only on an internal error. */
export type ExpressHandler = (req: ExpressRequest, res: ServerResponse, next: (defect: unknown) => void) => void

export function expressHost(carrier: Carrier): ExpressHandler {
  return (req, res, next) => {
    if (req.method === 'OPTIONS') explainRefusal(req, res)
    const call = readCall(req)
    res.on('close', () => {
      if (!res.writableFinished) call.leave()
    })
    async function carry(): Promise<void> {
      try {
        writeAnswer(req, res, call.body && req.readableDidRead ? bodyIsGone() : await carrier(call))
      } catch (defect) {
        next(defect)
      }
    }
    // Node emits the headers before the body; after one turn of the event loop, most bodies are complete. A pipelined request has no socket
    // until the previous reply has been written.
    if ((call.body && !req.complete) || res.socket === null) setImmediate(() => void carry())
    else void carry()
  }
}

/** Returns the answer to a call whose raw body, which the service needs, has already been read by a body parser. */
function bodyIsGone(): PendingAnswer {
  const misuse = new Misuse(
    "Another middleware, such as express.json(), read this request's body before Standin did. Mount the Standin router before it.",
    undefined,
    500,
  )
  return { answer: misuseAnswer(misuse), sent() {} }
}

/** A Node request with the members that Express 5 adds. */
export interface ExpressRequest extends SentRequest {
  /** The handler's mount path. `url` is relative to this path. */
  readonly baseUrl: string
  readonly protocol: string
}

interface NodeCall extends Call {
  /** Aborts the call's signal. */
  leave(): void
}

export function readCall(req: ExpressRequest): NodeCall {
  const leaving = new AbortController()
  const trustsProxy = Boolean(req.app.get('trust proxy'))
  const origin = trustsProxy
    ? `${req.protocol}://${req.host || 'localhost'}`
    : `${'encrypted' in req.socket ? 'https' : 'http'}://${req.headers.host || 'localhost'}`
  return {
    method: req.method ?? 'GET',
    url: req.url ?? '/',
    base: origin + req.baseUrl,
    headers: req.headers,
    body: hasBody(req) ? readBody(req) : undefined,
    signal: leaving.signal,
    // Set only if one client uses the connection for one call at a time: not behind a proxy, and not over HTTP/2.
    connection: req.httpVersionMajor === 1 && !trustsProxy ? req.socket : undefined,
    // Computed on demand, because only control rows need the result.
    isLocal: () => isNear(req),
    leave: () => leaving.abort(),
  }
}

function readBody(req: IncomingMessage): CallBody {
  /** The bytes that `whole` has already read. */
  let taken: Uint8Array | undefined
  const hasAll = (limit: number) => req.complete && !req.destroyed && req.readableLength <= limit
  return {
    whole(limit) {
      if (taken === undefined && !req.readableDidRead && hasAll(limit)) taken = req.read() ?? new Uint8Array()
      return taken && taken.byteLength <= limit ? taken : undefined
    },
    async collect(limit, arrived) {
      if (taken && taken.byteLength > limit) throw new BodyTooLarge(limit)
      if (taken === undefined && !hasAll(limit)) return gather(req, limit, arrived)
      const whole: Uint8Array = taken ?? req.read() ?? new Uint8Array()
      arrived?.(whole.byteLength)
      return whole
    },
    async *chunks() {
      if (taken) {
        yield taken
        return
      }
      demandBody(req)
      try {
        // If reading stops early, the connection is still needed for the answer.
        for await (const chunk of req.iterator({ destroyOnReturn: false })) yield chunk as Uint8Array
      } catch {
        throw new ClientGone()
      }
      if (!req.complete) throw new ClientGone()
    },
  }
}

/** Uses events, because async iteration would make an order cost 50 % more CPU. */
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
    // Requests also emit `close` after their end, and after an error.
    function onClose(): void {
      if (!req.readableEnded) reject(new ClientGone())
    }
    req
      .on('data', onData)
      .on('end', () => resolve(gathered.whole()))
      .on('close', onClose)
  })
}
