/** Turns Fetch requests into calls, and answers into Fetch responses. */
import { isStream } from './body.ts'
import { type Answer, type Call, type CallBody, type Carrier, ClientGone, type PendingAnswer, type Sent } from './call.ts'
import { gatherChunks } from './gathered-bytes.ts'

/** Returns a function that answers requests. A connection that breaks before the head of the reply becomes `Response.error()`. */
export function createFetchHandler(carrier: Carrier): (request: Request) => Promise<Response> {
  return async (request) => {
    const onItsWay = await carrier(readRequest(request))
    if (request.signal.aborted) {
      onItsWay.sent({ bytes: 0, complete: false })
      return Response.error()
    }
    return writeResponse(onItsWay, request.method)
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

function writeResponse({ answer, sent, signal }: PendingAnswer, method: string): Response {
  const { status, headers, cut } = answer
  if (cut && cut.afterBytes === undefined) {
    sent({ bytes: 0, complete: false })
    return Response.error()
  }
  const written = new Headers()
  for (const [name, value] of Object.entries(headers)) for (const one of [value].flat()) written.append(name, one)
  const init = { status, headers: written }
  if (answer.body === undefined || withoutBody.has(status) || method === 'HEAD') {
    sent({ bytes: 0, complete: true })
    return new Response(null, init)
  }
  if (cut || isStream(answer.body)) return new Response(streamed(answer, sent, signal), init)
  const body = typeof answer.body === 'string' ? new TextEncoder().encode(answer.body) : answer.body
  written.set('content-length', String(body.byteLength))
  sent({ bytes: body.byteLength, complete: true })
  return new Response(body as Uint8Array<ArrayBuffer>, init)
}

async function* once(body: string | Uint8Array): AsyncIterable<Uint8Array> {
  yield typeof body === 'string' ? new TextEncoder().encode(body) : body
}

function streamed({ body, cut }: Answer, sent: (report: Sent) => void, signal: AbortSignal | undefined): ReadableStream<Uint8Array> {
  const source = (isStream(body) ? body : once(body ?? ''))[Symbol.asyncIterator]()
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
  return new ReadableStream({
    start(controller) {
      const end = () => {
        controller.error(new TypeError('terminated'))
        void breakOff().catch(() => {})
      }
      if (signal?.aborted) end()
      signal?.addEventListener('abort', end, { once: true })
    },
    async pull(controller) {
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
      if (part.byteLength > 0) controller.enqueue(part)
      if (bytes < limit) return
      await breakOff()
      controller.error(new TypeError('terminated'))
    },
    cancel: breakOff,
  })
}
