/** Writes and reads server-sent events, with a comment as a heartbeat if there are no events. */
import { utf8 } from '../../service/wire/text.ts'

export interface ServerEvent {
  readonly id?: string | undefined
  readonly event: string
  readonly data: unknown
}

/** Milliseconds of real time between heartbeats, because proxies close idle connections. */
const beat = 15_000
/** Tells a reader to reconnect after a second. */
const opening = 'retry: 1000\n\n'

/** Writes an event for each value until no values are left. If the reader disconnects, also ends the iterator. */
export function eventStream<Value>(
  values: AsyncIterator<Value>,
  eventOf: (value: Value) => ServerEvent,
  pause: (milliseconds: number, signal: AbortSignal) => Promise<void>,
): AsyncIterable<Uint8Array> {
  let awaited: Promise<IteratorResult<Value>> | undefined
  let opened = false
  const chunk = (text: string) => ({ value: utf8(text), done: false })

  // Written as an iterator rather than a generator, because a waiting generator cannot be ended.
  const iterator: AsyncIterableIterator<Uint8Array> = {
    [Symbol.asyncIterator]: () => iterator,
    async next() {
      if (!opened) {
        opened = true
        return chunk(opening)
      }
      awaited ??= values.next()
      const resting = new AbortController()
      // If the next event arrives during the pause, that event is sent instead of a heartbeat.
      const rested = pause(beat, resting.signal).catch(() => awaited)
      const next = await Promise.race([awaited, rested])
      resting.abort()
      if (!next) return chunk(': still here\n\n')
      awaited = undefined
      return next.done ? { value: undefined, done: true } : chunk(written(eventOf(next.value)))
    },
    async return() {
      await values.return?.()
      return { value: undefined, done: true }
    },
  }
  return iterator
}

const written = ({ id, event, data }: ServerEvent) =>
  `${id === undefined ? '' : `id: ${id}\n`}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`

/** Yields the data of each event written by {@link eventStream}. */
export async function* readEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  let rest = ''
  for await (const text of body.pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>)) {
    const lines = `${rest}${text}`.split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) if (line.startsWith('data: ')) yield line.slice(6)
  }
}
