/** Parts that effects share to read, cut and replace bodies while they stream. */

import { isStream } from '../../wire/http/body.ts'
import type { AnswerBody, Call, CallBody } from '../../wire/http/call.ts'
import { utf8 } from '../../wire/values/text.ts'

/** The call with another body. It does not spread the call, because the properties of a host's call can be accessors. */
export function withBody({ method, url, headers, signal, isLocal }: Call, body: CallBody): Call {
  return { method, url, headers, signal, isLocal, body }
}

/** The body in chunks. A body in memory is one chunk. */
export async function* chunksOf(body: AnswerBody): AsyncIterable<Uint8Array> {
  if (isStream(body)) yield* body
  else yield wholeOf(body)
}

export const wholeOf = (body: string | Uint8Array): Uint8Array => (typeof body === 'string' ? utf8(body) : body)

/** The first `bytes` bytes. It stops reading after them. */
export async function* firstOf(chunks: AsyncIterable<Uint8Array>, bytes: number): AsyncIterable<Uint8Array> {
  let left = bytes
  if (left === 0) return
  for await (const chunk of chunks) {
    yield chunk.subarray(0, left)
    left -= chunk.byteLength
    if (left <= 0) return
  }
}
