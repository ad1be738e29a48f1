/** Bodies in chunks, or without any, and their chunks joined. */
import { type AnswerBody, BodyTooLarge } from './call.ts'

export const isStream = (body: AnswerBody | undefined): body is AsyncIterable<Uint8Array> =>
  typeof body === 'object' && Symbol.asyncIterator in body

export async function* noBytes(): AsyncIterable<Uint8Array> {}

interface GatheredBytes {
  /** Throws {@link BodyTooLarge} beyond the limit. Every chunk but the first is copied. */
  add(chunk: Uint8Array): void
  /** All bytes so far. */
  whole(): Uint8Array
}

/** Holds at most three times the bytes, however small the chunks are. A list of chunks would cost hundreds of bytes for each one. */
export function gatherBytes(limit = Number.POSITIVE_INFINITY): GatheredBytes {
  let buffer: Uint8Array = new Uint8Array()
  let size = 0
  return {
    add(chunk) {
      const before = size
      size += chunk.byteLength
      if (size > limit) throw new BodyTooLarge(limit)
      // Most bodies are a single chunk, which needs no copy.
      if (before === 0) buffer = chunk
      else if (size > buffer.byteLength) buffer = withRoom(buffer.subarray(0, before), Math.min(limit, 2 * size))
      if (before > 0) buffer.set(chunk, before)
    },
    whole: () => (size === buffer.byteLength ? buffer : buffer.subarray(0, size)),
  }
}

function withRoom(bytes: Uint8Array, length: number): Uint8Array {
  const room = new Uint8Array(length)
  room.set(bytes)
  return room
}

/** All bytes of the chunks. Calls `arrived` with the number of bytes of each chunk. Throws {@link BodyTooLarge} beyond `limit` bytes. */
export async function gatherChunks(
  chunks: AsyncIterable<Uint8Array>,
  limit: number,
  arrived?: (bytes: number) => void,
): Promise<Uint8Array> {
  const gathered = gatherBytes(limit)
  for await (const chunk of chunks) {
    gathered.add(chunk)
    arrived?.(chunk.byteLength)
  }
  return gathered.whole()
}
