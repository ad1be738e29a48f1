/** Writes down how a call is answered, and how much of the answer was sent. */
import { isStream } from '../wire/http/body.ts'
import type { MaybePromise, PendingAnswer, Sent } from '../wire/http/call.ts'
import { andThen } from '../wire/maybe.ts'
import { type ReplyContent, replyContent } from './bodies.ts'
import type { RecordedCall, Scribe } from './scribe.ts'
import type { WrittenHeaders } from './shared-headers.ts'

interface Recording {
  /** Headers and body too. Of a control row, the status is enough. */
  readonly isWhole: boolean
  readonly defect: (() => void) | undefined
  /** Called when the answer is sent. `isLast`: nothing more happens to the call. */
  ended(call: RecordedCall, isLast: boolean): void
}

export const recordedAnswer = (scribe: Scribe, call: RecordedCall, answered: MaybePromise<PendingAnswer>, how: Recording) =>
  andThen(answered, (pending) => (call.n === 0 ? pending : recorded(scribe, call, pending, how)))

function recorded(scribe: Scribe, call: RecordedCall, pending: PendingAnswer, { isWhole, defect, ended }: Recording): PendingAnswer {
  const { tape, machine, marks, refresh, toolsFor } = scribe
  const { answer } = pending
  const at = refresh()
  scribe.noteLeft(call)
  const { status, headers, body, cut } = answer
  const key = `reply ${status} ${String(headers['content-type'])}`
  const shown: Partial<WrittenHeaders> = isWhole ? scribe.shareHeaders(key, headers, marks.replyHeader) : {}
  const { text, sha256, size, streamed } = isWhole ? replyContent(body, toolsFor(undefined)) : ({} as ReplyContent)
  tape.write(
    {
      event: 'reply',
      n: call.n,
      at,
      status,
      headers: shown.headers,
      more: shown.more,
      less: shown.less,
      text,
      sha256,
      size,
      streamed,
      cut,
      to: call.stage,
      commits: undefined,
    },
    call,
  )
  if (defect && headers['x-standin-bug'] !== undefined) defect()
  const hashing = streamed ? machine.sha256() : undefined
  function sent(report: Sent): void {
    if (hashing || !report.complete) {
      const hash = hashing && { sha256: hashing.end() }
      tape.write({ event: 'sent', n: call.n, at: refresh(), bytes: report.bytes, complete: report.complete, ...hash }, call)
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
