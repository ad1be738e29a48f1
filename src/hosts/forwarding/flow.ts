/** Bodies that travel over a link in windows: the receiver grants the sender room for more, so that both hold little of a body. */
import { BadFrame, largestChunk } from './frames.ts'

/** Bytes of a body that are on their way or wait for their reader. */
export const windowSize = 2 ** 18
/** What a chunk takes of the window: small chunks cost memory, too. */
export const costOf = ({ byteLength }: Uint8Array): number => byteLength + 256

/** A body that arrives. */
export interface Inflow {
  /** Throws {@link BadFrame} when the sender sends more than it may. */
  push(chunk: Uint8Array): void
  /** After the chunks that have arrived, the reader gets the end or the error. */
  end(error?: Error): void
  /** Whether somebody reads and has not reached the end. */
  readonly isRead: boolean
  /** To be read once. Who stops reading early waits for nothing. */
  readonly chunks: AsyncIterable<Uint8Array>
}

const over = { done: true, value: undefined } as const

/** `begun` is called before the first chunk is read. `grant` is called with room for the sender. */
export function createInflow(grant: (cost: number) => void, begun: () => void = () => {}): Inflow {
  const waiting: Uint8Array[] = []
  let reader: PromiseWithResolvers<IteratorResult<Uint8Array, undefined>> | undefined
  let reading: 'not yet' | 'now' | 'no more' = 'not yet'
  let ended: { readonly error: Error | undefined } | undefined
  /** What the sender has taken of its window. */
  let taken = 0
  let owed = 0

  function consumed(chunk: Uint8Array): IteratorResult<Uint8Array, undefined> {
    owed += costOf(chunk)
    if (owed >= windowSize / 4 && ended === undefined) {
      taken -= owed
      grant(owed)
      owed = 0
    }
    return { done: false, value: chunk }
  }
  async function next(): Promise<IteratorResult<Uint8Array, undefined>> {
    if (reading === 'not yet') {
      reading = 'now'
      begun()
    }
    const chunk = waiting.shift()
    if (chunk !== undefined) return consumed(chunk)
    if (ended?.error && reading === 'now') {
      reading = 'no more'
      throw ended.error
    }
    if (ended || reading === 'no more') {
      reading = 'no more'
      return over
    }
    reader = Promise.withResolvers()
    return reader.promise
  }
  const iterator = {
    next,
    async return() {
      reading = 'no more'
      waiting.length = 0
      reader?.resolve(over)
      reader = undefined
      return over
    },
  }
  return {
    chunks: { [Symbol.asyncIterator]: () => iterator },
    get isRead() {
      return reading === 'now'
    },
    push(chunk) {
      taken += costOf(chunk)
      if (taken > windowSize + largestChunk + 256) throw new BadFrame('A body is larger than its window.')
      if (ended) throw new BadFrame('A body goes on after its end.')
      if (reading === 'no more') return
      if (reader === undefined) waiting.push(chunk)
      else {
        const waitingReader = reader
        reader = undefined
        waitingReader.resolve(consumed(chunk))
      }
    },
    end(error) {
      if (ended) return
      ended = { error }
      if (reader === undefined) return
      reading = 'no more'
      if (error) reader.reject(error)
      else reader.resolve(over)
      reader = undefined
    },
  }
}

/** How the sending of a body ended. `stopped`: the rest is not wanted. */
export type Outcome = 'whole' | 'stopped'

/** A body that goes out. */
export interface Outflow {
  /** Sends the chunks while there is room. Rejects when they do. After `most` bytes it waits until it is stopped. */
  send(chunks: AsyncIterable<Uint8Array>, most?: number): Promise<Outcome>
  /** Throws {@link BadFrame} for more than the window. */
  grant(cost: number): void
  stop(): void
  /** The rest is sent as far as there is room now. */
  stopWhenFull(): void
}

export function createOutflow(write: (chunk: Uint8Array) => void): Outflow {
  const stopping = Promise.withResolvers<'stopped'>()
  let room = windowSize
  let source: AsyncIterator<Uint8Array> | undefined
  let hasStopped = false
  let isLast = false
  let grown: (() => void) | undefined

  function stop(): void {
    hasStopped = true
    stopping.resolve('stopped')
    grown?.()
    // Not awaited: a source that is silent ends later, or never.
    source?.return?.().catch(() => {})
  }
  async function roomForMore(): Promise<void> {
    while (room <= 0 && !hasStopped) {
      if (isLast) stop()
      else await new Promise<void>((resolve) => (grown = resolve))
    }
  }
  async function run(chunks: AsyncIterable<Uint8Array>, most: number): Promise<Outcome> {
    source = chunks[Symbol.asyncIterator]()
    let bytes = 0
    if (most <= 0) return stopping.promise
    for (;;) {
      await roomForMore()
      if (hasStopped) return 'stopped'
      const { done, value } = await source.next()
      if (hasStopped) return 'stopped'
      if (done) return 'whole'
      for (let at = 0; at < value.byteLength; at += largestChunk) {
        await roomForMore()
        if (hasStopped) return 'stopped'
        const chunk = value.subarray(at, at + largestChunk)
        room -= costOf(chunk)
        write(chunk)
      }
      bytes += value.byteLength
      if (bytes >= most) return stopping.promise
    }
  }
  return {
    stop,
    send: (chunks, most = Number.POSITIVE_INFINITY) => Promise.race([run(chunks, most), stopping.promise]),
    grant(cost) {
      room += cost
      if (room > windowSize) throw new BadFrame('A grant is larger than the window.')
      if (room > 0) grown?.()
    },
    stopWhenFull() {
      isLast = true
      if (room <= 0) stop()
    },
  }
}
