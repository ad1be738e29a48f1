/** Writes down how a call is answered, and how much of the answer was sent. */
import { isStream } from '../wire/http/body.ts'
import type { MaybePromise, PendingAnswer, Sent } from '../wire/http/call.ts'
import { andThen } from '../wire/maybe.ts'
import { replyContent } from './bodies.ts'
import type { RecordedCall, Scribe } from './scribe.ts'

interface Recording {
  /** Headers and body too. Of a control row, the status is enough. */
  readonly isWhole: boolean
  readonly defect: (() => void) | undefined
}

export const recordedAnswer = (scribe: Scribe, call: RecordedCall, answered: MaybePromise<PendingAnswer>, how: Recording) =>
  andThen(answered, (pending) => (call.n === 0 ? pending : recorded(scribe, call, pending, how)))

function recorded(scribe: Scribe, call: RecordedCall, pending: PendingAnswer, { isWhole, defect }: Recording): PendingAnswer {
  const { tape, machine, refresh, shareHeaders, toolsFor } = scribe
  const { answer } = pending
  const at = refresh()
  scribe.noteLeft(call)
  const { status, headers, body, cut } = answer
  const key = `reply ${status} ${String(headers['content-type'])}`
  const shown = isWhole ? { ...shareHeaders(key, headers), ...replyContent(body, toolsFor(undefined)) } : {}
  const stage = call.stage && { to: call.stage }
  tape.write({ event: 'reply', n: call.n, at, status, ...shown, ...(cut && { cut }), ...stage }, call)
  if (defect && headers['x-standin-bug'] !== undefined) defect()
  const hashing = isWhole && isStream(body) ? machine.sha256() : undefined
  function sent(report: Sent): void {
    if (hashing || !report.complete) {
      const hash = hashing && { sha256: hashing.end() }
      tape.write({ event: 'sent', n: call.n, at: refresh(), bytes: report.bytes, complete: report.complete, ...hash }, call)
    }
    pending.sent(report)
  }
  if (!hashing || !isStream(body)) return { ...pending, sent }
  async function* hashed(chunks: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
    for await (const chunk of chunks) {
      hashing?.update(chunk)
      yield chunk
    }
  }
  return { ...pending, answer: { ...answer, body: hashed(body) }, sent }
}
