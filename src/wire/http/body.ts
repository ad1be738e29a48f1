/** Bodies in chunks, or without any. */
import type { AnswerBody } from './call.ts'

export const isStream = (body: AnswerBody | undefined): body is AsyncIterable<Uint8Array> =>
  typeof body === 'object' && Symbol.asyncIterator in body

export async function* noBytes(): AsyncIterable<Uint8Array> {}
