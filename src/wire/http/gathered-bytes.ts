/** Puts the chunks of a body together. */
import { BodyTooLarge } from './call.ts'

export interface GatheredBytes {
  /** Throws {@link BodyTooLarge} past the limit. */
  add(chunk: Uint8Array): void
  /** All bytes so far. */
  whole(): Uint8Array
}

/** Holds at most three times the bytes, however small the chunks are: an object for each chunk costs hundreds of bytes. */
export function gatherBytes(limit = Number.POSITIVE_INFINITY): GatheredBytes {
  let held: Uint8Array = new Uint8Array()
  let size = 0
  return {
    add(chunk) {
      const before = size
      size += chunk.byteLength
      if (size > limit) throw new BodyTooLarge(limit)
      // A single chunk, the common case, is handed on without a copy.
      if (before === 0) held = chunk
      else if (size > held.byteLength) held = withRoom(held.subarray(0, before), Math.min(limit, 2 * size))
      if (before > 0) held.set(chunk, before)
    },
    whole: () => (size === held.byteLength ? held : held.subarray(0, size)),
  }
}

function withRoom(bytes: Uint8Array, length: number): Uint8Array {
  const room = new Uint8Array(length)
  room.set(bytes)
  return room
}
