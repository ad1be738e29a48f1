/** Converts Fetch requests to calls, and answers to Fetch responses. */

import {
  type Answer,
  type Call,
  type CallBody,
  type Carrier,
  ClientGone,
  type Cut,
  gatherChunks,
  isStream,
  type PendingAnswer,
} from './call.ts'
import { utf8 } from './text.ts'

/** Runs after the last bytes of a reply have been sent, before the connection is dropped. Default: no pause. */
type Pause = () => Promise<void> | undefined

/**
 * Returns a function that answers requests. If the connection is dropped before the response headers, the function returns
 * `Response.error()` with the `code` that Node's `fetch` reports in its error's cause.
 */
export function createFetchHandler(carrier: Carrier, beforeBreak: Pause = () => undefined): (request: Request) => Promise<Response> {
  return async (request) => {
    const onItsWay = await carrier(readRequest(request))
    if (request.signal.aborted) {
      onItsWay.sent({ bytes: 0, complete: false })
      return Response.error()
    }
    return writeResponse(onItsWay, request.method, beforeBreak)
  }
}

function readRequest(request: Request): Call {
  return {
    method: request.method,
    url: request.url,
    headers: Object.fromEntries(request.headers),
    body: request.body ? readBody(request.body, request.signal) : undefined,
    signal: request.signal,
    isLocal: () => true,
  }
}

function readBody(stream: ReadableStream<Uint8Array>, signal: AbortSignal): CallBody {
  async function* chunks(): AsyncIterable<Uint8Array> {
    const reader = stream.getReader()
    try {
      for (;;) {
        const { done, value } = await reader.read().catch(() => {
          throw new ClientGone()
        })
        if (signal.aborted) throw new ClientGone()
        if (done) return
        yield value
      }
    } finally {
      reader.releaseLock()
    }
  }

  return { chunks, collect: (limit, arrived) => gatherChunks(chunks(), limit, arrived) }
}

const withoutBody = new Set([204, 205, 304])

function writeResponse({ answer, sent, signal }: PendingAnswer, method: string, beforeBreak: Pause): Response {
  const { status, headers, cut } = answer
  if (cut && cut.afterBytes === undefined) {
    sent({ bytes: 0, complete: false })
    return Object.assign(Response.error(), codeOf(cut))
  }
  const written = new Headers()
  for (const [name, value] of Object.entries(headers)) for (const one of [value].flat()) written.append(name, one)
  const init = { status, headers: written }
  if (answer.body === undefined || withoutBody.has(status) || method === 'HEAD') {
    sent({ bytes: 0, complete: true })
    return new Response(null, init)
  }
  if (isStream(answer.body)) return new Response(streamed(answer.body, { cut, sent, signal, beforeBreak }), init)
  const body = typeof answer.body === 'string' ? utf8(answer.body) : answer.body
  written.set('content-length', String(body.byteLength))
  if (cut) return new Response(streamed(once(body), { cut, sent, signal, beforeBreak }), init)
  sent({ bytes: body.byteLength, complete: true })
  return new Response(body as Uint8Array<ArrayBuffer>, init)
}

async function* once(body: Uint8Array): AsyncIterable<Uint8Array> {
  yield body
}

/** Node's codes for the two ways a server can drop a connection. */
const codeOf = ({ how }: Cut) => ({ code: how === 'reset' ? 'ECONNRESET' : 'UND_ERR_SOCKET' })

function terminated(cut: Cut): TypeError {
  const cause = new Error(cut.how === 'reset' ? 'read ECONNRESET' : 'other side closed')
  return new TypeError('terminated', { cause: Object.assign(cause, codeOf(cut)) })
}

interface Sending extends Pick<PendingAnswer, 'sent' | 'signal'>, Pick<Answer, 'cut'> {
  readonly beforeBreak: Pause
}

function streamed(body: AsyncIterable<Uint8Array>, { cut, sent, signal, beforeBreak }: Sending): ReadableStream<Uint8Array> {
  const source = body[Symbol.asyncIterator]()
  const limit = cut?.afterBytes ?? Number.POSITIVE_INFINITY
  let bytes = 0
  let reported = false
  function report(complete: boolean): void {
    if (reported) return
    reported = true
    sent({ bytes, complete })
  }
  async function breakOff(): Promise<void> {
    report(false)
    await source.return?.()
  }
  const stream: UnderlyingDefaultSource<Uint8Array> = {
    start(controller) {
      const end = () => {
        controller.error(terminated({ how: 'reset' }))
        void breakOff().catch(() => {})
      }
      if (signal?.aborted) end()
      signal?.addEventListener('abort', end, { once: true })
    },
    async pull(controller) {
      if (cut && bytes >= limit) {
        await breakOff()
        await beforeBreak()
        controller.error(terminated(cut))
        return
      }
      const { done, value } = await source.next().catch((thrown: unknown) => {
        report(false)
        throw thrown
      })
      if (done) {
        report(true)
        if (!signal?.aborted) controller.close()
        return
      }
      if (signal?.aborted) return
      const part = value.subarray(0, limit - bytes)
      bytes += part.byteLength
      controller.enqueue(part)
    },
    cancel: breakOff,
  }
  // Chunks are produced only on demand, because an error in the stream discards chunks that are still queued.
  return new ReadableStream(stream, { highWaterMark: 0 })
}

/** The origin for requests inside Standin. A Fetch request needs an absolute URL. */
export const innerAddress = 'http://standin.test'

/** Carries requests whose URL starts with {@link innerAddress}. `more`: properties to add to each call. */
export const fetchInside = (carry: Carrier, more: Partial<Call> = {}): ((request: Request) => Promise<Response>) =>
  createFetchHandler((call) => carry({ ...call, url: call.url.slice(innerAddress.length), ...more }))
