/** Makes answers of what control rows reply and throw. */
import { bugAnswer, goneAnswer, misuseAnswer } from '../../engine/misuse-answer.ts'
import type { Simulator } from '../../knobs.ts'
import { Misuse } from '../../misuse.ts'
import { type Answer, type AnswerBody, ClientGone } from '../../wire/http/call.ts'
import type { Reply } from '../../wire/row.ts'
import { utf8 } from '../../wire/values/text.ts'
import { WorldGone } from '../../world/in-flight.ts'
import type { ControlRow } from '../rows/row.ts'

export function written({ replies }: ControlRow, { status, body, headers }: Reply): Answer {
  const standing = { 'cache-control': 'no-store', ...headers }
  if (replies[status]?.kind === 'eventStream') {
    return { status, headers: { 'content-type': 'text/event-stream; charset=utf-8', ...standing }, body: body as AnswerBody }
  }
  if (replies[status]?.kind === 'bytes')
    return { status, headers: { 'content-type': 'application/octet-stream', ...standing }, body: body as AnswerBody }
  if (body === undefined) return { status, headers: standing }
  if (replies[status]?.kind === 'text')
    return { status, headers: { 'content-type': 'text/plain; charset=utf-8', ...standing }, body: body as string }
  return { status, headers: { 'content-type': 'application/json; charset=utf-8', ...standing }, body: JSON.stringify(body) }
}

export function failed(simulator: Simulator, thrown: unknown): Answer {
  if (thrown instanceof Misuse) {
    const answer = misuseAnswer(thrown)
    return thrown.status === 401 ? { ...answer, headers: { ...answer.headers, 'www-authenticate': 'Bearer' } } : answer
  }
  if (thrown instanceof WorldGone) return goneAnswer(thrown)
  if (thrown instanceof ClientGone) return misuseAnswer(new Misuse(thrown.message, undefined, thrown.reason === undefined ? 499 : 408))
  simulator.alarm(thrown)
  return bugAnswer()
}

/** The answer to HEAD, of the answer to GET. */
export async function withoutBody({ status, headers, body }: Answer): Promise<Answer> {
  if (body === undefined) return { status, headers }
  if (typeof body === 'string') return { status, headers: { ...headers, 'content-length': String(utf8(body).byteLength) } }
  if (body instanceof Uint8Array) return { status, headers: { ...headers, 'content-length': String(body.byteLength) } }
  await body[Symbol.asyncIterator]().return?.()
  return { status, headers }
}
