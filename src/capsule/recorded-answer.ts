/** Writes down how a call is answered, and how much of the answer was sent. */
import { isStream } from '../wire/http/body.ts'
import type { PendingAnswer, Sent } from '../wire/http/call.ts'
import type { ReplyNote } from './notes.ts'
import type { RecordedCall, Scribe } from './scribe.ts'

interface Recording {
  /** Headers and body too. Of a control row, the status is enough. */
  readonly isWhole: boolean
  readonly defect: (() => void) | undefined
  /** Called when the answer is sent. `isLast`: nothing more happens to the call. */
  ended(call: RecordedCall, isLast: boolean): void
}

export function recordedAnswer(scribe: Scribe, call: RecordedCall, pending: PendingAnswer, how: Recording): PendingAnswer {
  const { isWhole, defect, ended } = how
  const { tape, machine, refresh, look } = scribe
  const { answer } = pending
  const at = look()
  scribe.noteLeft(call)
  const { status, headers, body, cut } = answer
  const streamed = isWhole && isStream(body)
  const whole = isWhole && !isStream(body) ? body : undefined
  const note: ReplyNote = {
    event: 'reply',
    n: call.n,
    number: call.number,
    at,
    status,
    headers: isWhole ? headers : undefined,
    body: whole,
    streamed: streamed || undefined,
    cut,
    to: call.stage,
    commits: undefined,
  }
  tape.note(note, call, whole?.length)
  if (defect && headers['x-standin-bug'] !== undefined) defect()
  const hashing = streamed ? machine.sha256() : undefined
  function sent(report: Sent): void {
    if (hashing || !report.complete) {
      const hash = hashing && { sha256: hashing.end() }
      tape.note({ event: 'sent', n: call.n, at: refresh(), bytes: report.bytes, complete: report.complete, ...hash }, call)
    }
    pending.sent(report)
    ended(call, report.complete && !hashing && !cut)
  }
  if (!hashing || !isStream(body)) return { answer, signal: pending.signal, sent }
  async function* hashed(chunks: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
    for await (const chunk of chunks) {
      hashing?.update(chunk)
      yield chunk
    }
  }
  return { ...pending, answer: { ...answer, body: hashed(body) }, sent }
}
