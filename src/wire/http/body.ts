/** Bodies as bytes: whole, in chunks, or none. */
import { type AnswerBody, BodyTooLarge } from './call.ts'

export const isStream = (body: AnswerBody | undefined): body is AsyncIterable<Uint8Array> =>
  typeof body === 'object' && Symbol.asyncIterator in body

/** Reads chunks into one array. Throws {@link BodyTooLarge} beyond `limit` bytes. */
export async function collectBytes(chunks: AsyncIterable<Uint8Array>, limit: number): Promise<Uint8Array> {
  const read: Uint8Array[] = []
  let size = 0
  for await (const chunk of chunks) {
    size += chunk.byteLength
    if (size > limit) throw new BodyTooLarge(limit)
    read.push(chunk)
  }
  const whole = new Uint8Array(size)
  let at = 0
  for (const chunk of read) {
    whole.set(chunk, at)
    at += chunk.byteLength
  }
  return whole
}

export async function* noBytes(): AsyncIterable<Uint8Array> {}
