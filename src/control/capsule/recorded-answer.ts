/** Records answers and how much of each answer was sent, and other machines' replies to calls from Standin. */
import { encodeBase64 } from '../../persistence/snapshot-contents.ts'
import { isStream, type PendingAnswer, type Sent } from '../../service/wire/call.ts'
import type { OutgoingReply, OutgoingRequest } from '../../service/world/platform.ts'
import { markedUrl } from './marks.ts'
import type { ReplyNote } from './notes.ts'
import type { RecordedCall, Scribe } from './scribe.ts'

interface Recording {
  /** True to record the headers and body as well. For control rows, the status is enough. */
  readonly isWhole: boolean
  readonly defect: (() => void) | undefined
  /** Called once the answer has been sent. `isLast`: the call can have no more events. */
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
  if (!hashing || !isStream(body)) return { ...pending, sent }
  async function* hashed(chunks: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
    for await (const chunk of chunks) {
      hashing?.update(chunk)
      yield chunk
    }
  }
  return { ...pending, answer: { ...answer, body: hashed(body) }, sent }
}

export async function recordedOutgoing(
  { tape, marks, refresh }: Scribe,
  { method, url }: OutgoingRequest,
  reply: Promise<OutgoingReply>,
): Promise<OutgoingReply> {
  const sentRequest = { event: 'outgoing' as const, method, url: markedUrl(url, marks) }
  try {
    const came = await reply
    const headers = Object.fromEntries(Object.entries(came.headers).map(([name, value]) => [name, marks.header(name, value)]))
    tape.note({ ...sentRequest, at: refresh(), status: came.status, headers, base64: encodeBase64([came.body]) })
    return came
  } catch (thrown) {
    tape.note({ ...sentRequest, at: refresh(), error: thrown instanceof Error ? thrown.message : String(thrown) })
    throw thrown
  }
}

export function createArriving() {
  const open = new Map<object, RecordedCall>()
  /** Calls that may continue after they have been answered. */
  const late = new WeakMap<object, RecordedCall>()
  return {
    add: (line: object, call: RecordedCall): void => void open.set(line, call),
    of: (line: object): RecordedCall | undefined => open.get(line) ?? late.get(line),
    ended(line: object, isLast: boolean): void {
      const call = open.get(line)
      if (!call) return
      open.delete(line)
      if (!isLast) late.set(line, call)
    },
  }
}
