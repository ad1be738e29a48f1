/** Compares how calls of a replay end. */
import { isStream } from '../../wire/http/body.ts'
import type { PendingAnswer } from '../../wire/http/call.ts'
import { utf8 } from '../../wire/values/utf8.ts'
import type { LineOf } from '../lines.ts'
import { answerDifference, markedTexts, streamDifference } from './compare-answer.ts'
import { nameOf, type ReplayedCall } from './replayed-call.ts'
import { type Finding, finding, type Scene } from './scene.ts'

export function endCall({ capsule, conductor, values }: Scene, call: ReplayedCall, line: LineOf<'reply'>): Finding | undefined {
  const { answered, recorded } = call
  if (!answered) return finding(call, 'reply', `status ${line.status}`, call.failure?.message ?? 'no reply')
  const isControl = recorded.arrival.event === 'control'
  const isSeen = isCompared(call)
  const difference = isSeen ? answerDifference(line, answered.answer, capsule, { isControl, same: markedTexts(values) }) : undefined
  if (!recorded.sent) sendWhole(answered)
  if (difference) return { call: nameOf(call), ...difference }
  if (call.commits !== recorded.commits && !isControl && isSeen)
    conductor.disorder ??= `${nameOf(call)} changed its world ${call.commits} times, and ${recorded.commits} times in the recording`
  return undefined
}

/** Nobody has seen the reply to a client that has left. */
export const isCompared = (call: ReplayedCall | undefined): boolean =>
  call !== undefined && (call.recorded.arrival.event === 'control' || !call.recorded.gone)

function sendWhole({ answer: { body = '' }, sent }: PendingAnswer): void {
  if (!isStream(body)) sent({ bytes: typeof body === 'string' ? utf8(body).byteLength : body.byteLength, complete: true })
}

/** A body that is streamed, and a reply that was not sent whole. */
export async function endSending({ real }: Scene, call: ReplayedCall, line: LineOf<'sent'>): Promise<Finding | undefined> {
  const { answered } = call
  if (!answered) return undefined
  const difference = await streamDifference(answered.answer.body, line, real)
  if (!line.complete) call.leaving.abort()
  answered.sent({ bytes: line.bytes, complete: line.complete })
  return difference && { call: nameOf(call), ...difference }
}
