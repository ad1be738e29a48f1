/** Sends a tab's calls to the tab that owns the worlds, and answers other tabs' calls. */

import {
  type Answer,
  type Call,
  type CallBody,
  type Carrier,
  gatherChunks,
  isStream,
  type PendingAnswer,
} from '../src/service/wire/call.ts'

type SentCall = Pick<Call, 'method' | 'url' | 'base' | 'headers' | 'place'> & { readonly bytes: Uint8Array | undefined }
/** `body` is undefined for a streamed body, which follows in chunks. */
type Head = Pick<Answer, 'status' | 'headers' | 'cut'> & { readonly body: string | Uint8Array | undefined; readonly isStreamed: boolean }
type Message =
  | { readonly kind: 'owner' }
  | { readonly kind: 'call'; readonly id: string; readonly sentCall: SentCall }
  | { readonly kind: 'leave'; readonly id: string }
  | { readonly kind: 'head'; readonly id: string; readonly head: Head }
  | { readonly kind: 'chunk'; readonly id: string; readonly chunk: Uint8Array | null }

const say = (channel: BroadcastChannel, message: Message) => channel.postMessage(message)

function listen(channel: BroadcastChannel, hear: (message: Message) => void): () => void {
  const listener = ({ data }: MessageEvent<Message>) => hear(data)
  channel.addEventListener('message', listener)
  return () => channel.removeEventListener('message', listener)
}

/** Answers other tabs' calls until it is stopped. */
export function answerTabs(channel: BroadcastChannel, carry: Carrier): () => void {
  const calls = new Map<string, AbortController>()
  async function answer(id: string, sentCall: SentCall, { signal }: AbortController): Promise<void> {
    const { answer: reply, sent } = await carry(callOf(sentCall, signal))
    const { status, headers, cut, body } = reply
    const whole = isStream(body) ? undefined : body
    say(channel, { kind: 'head', id, head: { status, headers, cut, body: whole, isStreamed: isStream(body) } })
    let bytes = typeof whole === 'string' ? new TextEncoder().encode(whole).byteLength : (whole?.byteLength ?? 0)
    for await (const chunk of isStream(body) ? body : []) {
      if (signal.aborted) break
      bytes += chunk.byteLength
      say(channel, { kind: 'chunk', id, chunk })
    }
    sent({ bytes, complete: !cut && !signal.aborted })
    say(channel, { kind: 'chunk', id, chunk: null })
  }
  const end = listen(channel, (message) => {
    if (message.kind === 'leave') calls.get(message.id)?.abort()
    if (message.kind !== 'call') return
    const controller = new AbortController()
    calls.set(message.id, controller)
    void answer(message.id, message.sentCall, controller).finally(() => calls.delete(message.id))
  })
  say(channel, { kind: 'owner' })
  return end
}

function callOf({ bytes, ...sentCall }: SentCall, signal: AbortSignal): Call {
  async function* chunks(): AsyncIterable<Uint8Array> {
    if (bytes) yield bytes
  }
  const body: CallBody = { chunks, collect: (limit, arrived) => gatherChunks(chunks(), limit, arrived) }
  return { ...sentCall, body: bytes && body, signal, isLocal: () => true }
}

interface Waiting {
  readonly call: Call
  readonly sentCall: SentCall
  readonly answer: PromiseWithResolvers<PendingAnswer>
  controller: ReadableStreamDefaultController<Uint8Array> | undefined
}

/** Returns a carrier that sends calls to the owner. A call whose owner disappears is answered by the next owner, possibly this tab. */
export function askOwner(channel: BroadcastChannel): { readonly carry: Carrier; answerBy(own: Carrier): void } {
  const waiting = new Map<string, Waiting>()
  const unanswered = () => [...waiting].filter(([, { controller }]) => controller === undefined)
  listen(channel, (message) => {
    if (message.kind === 'owner') for (const [id, { sentCall }] of unanswered()) say(channel, { kind: 'call', id, sentCall })
    const waiter = 'id' in message ? waiting.get(message.id) : undefined
    if (!waiter) return
    if (message.kind === 'head') begin(message.id, waiter, message.head)
    if (message.kind !== 'chunk') return
    if (message.chunk) return waiter.controller?.enqueue(message.chunk)
    waiter.controller?.close()
    waiting.delete(message.id)
  })

  function begin(id: string, waiter: Waiting, { isStreamed, ...head }: Head): void {
    const stream = new ReadableStream<Uint8Array>({
      start(controller) {
        waiter.controller = controller
      },
      cancel() {
        waiting.delete(id)
        say(channel, { kind: 'leave', id })
      },
    })
    waiter.answer.resolve({ answer: isStreamed ? { ...head, body: stream.values() } : head, sent() {} })
  }

  return {
    async carry(call) {
      const { method, url, base, headers, place, body } = call
      const bytes = await body?.collect(Number.MAX_SAFE_INTEGER)
      const sentCall: SentCall = { method, url, headers, bytes, ...(base !== undefined && { base }), ...(place !== undefined && { place }) }
      const id = crypto.randomUUID()
      const answer = Promise.withResolvers<PendingAnswer>()
      waiting.set(id, { call, sentCall, answer, controller: undefined })
      call.signal.addEventListener('abort', () => say(channel, { kind: 'leave', id }), { once: true })
      say(channel, { kind: 'call', id, sentCall })
      return answer.promise
    },
    answerBy(own) {
      for (const [id, { call, sentCall, answer }] of unanswered()) {
        waiting.delete(id)
        answer.resolve(Promise.resolve(own(callOf(sentCall, call.signal))))
      }
      for (const { controller } of waiting.values()) controller?.error(new TypeError('The tab that sent this reply was closed.'))
      waiting.clear()
    },
  }
}
