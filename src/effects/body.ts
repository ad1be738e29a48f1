/** Bodies that effects look at, or change, while they flow. */
import { isStream } from '../wire/http/body.ts'
import type { AnswerBody, Call, CallBody } from '../wire/http/call.ts'

const utf8 = new TextEncoder()

/** A host's call may carry its properties as accessors, which spreading would lose or run. */
export function withBody({ method, url, headers, signal, isLocal }: Call, body: CallBody): Call {
  return { method, url, headers, signal, isLocal, body }
}

/** A body in chunks; one that is there already is a single chunk. */
export async function* chunksOf(body: AnswerBody): AsyncIterable<Uint8Array> {
  if (isStream(body)) yield* body
  else yield wholeOf(body)
}

export const wholeOf = (body: string | Uint8Array): Uint8Array => (typeof body === 'string' ? utf8.encode(body) : body)

/** The first bytes, and no more is asked for. */
export async function* firstOf(chunks: AsyncIterable<Uint8Array>, bytes: number): AsyncIterable<Uint8Array> {
  let left = bytes
  if (left === 0) return
  for await (const chunk of chunks) {
    yield chunk.subarray(0, left)
    left -= chunk.byteLength
    if (left <= 0) return
  }
}
