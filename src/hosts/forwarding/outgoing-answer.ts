/** Sends the answer to a forwarded call back over the link. */
import { isStream } from '../../wire/http/body.ts'
import type { PendingAnswer, Sent } from '../../wire/http/call.ts'
import { createOutflow, type Outflow } from './flow.ts'
import { framesOf, largestChunk } from './frames.ts'
import { type AnswerManner, answerHead } from './heads.ts'

export interface OutgoingAnswer {
  /** Nothing more goes out for this call. */
  readonly hasEnded: boolean
  readonly isReported: boolean
  /** Throws `BadFrame` for more room than there can be. */
  grant(cost: number): void
  /** How the forwarder sent the answer to its client. */
  report(sent: Sent): void
  /** The link has closed. */
  lost(): void
}

/** A link as the answer to one of its calls sees it. */
export interface AnswerLink {
  /** The number of the call. */
  readonly number: number
  readonly write: (frame: Uint8Array) => void
}

const frames = framesOf('toForwarder')

/**
 * Throws for a head that does not fit into a frame. `isRead`: whether somebody still reads the body of the call. `ended` is called when
 * nothing more goes out.
 */
export function sendAnswer(
  { number, write }: AnswerLink,
  { answer, sent, signal }: PendingAnswer,
  isRead: boolean,
  ended: () => void,
): OutgoingAnswer {
  const { body = '', cut } = answer
  let outflow: Outflow | undefined
  /** Bytes that the forwarder has got. */
  let given = 0
  let hasEnded = false
  let isReported = false

  function end(): void {
    hasEnded = true
    signal?.removeEventListener('abort', breakOff)
    outflow?.stop()
    ended()
  }
  function sayLast(name: 'end' | 'broken'): void {
    if (hasEnded) return
    write(frames.bare(name, number))
    end()
  }
  function breakOff(): void {
    sayLast('broken')
  }
  function report(how: Sent): void {
    isReported = true
    sent(how)
  }
  function begin(manner: AnswerManner, bytes?: Uint8Array | string): void {
    write(frames.head('answer', number, answerHead(answer, manner, isRead), bytes))
  }
  async function stream(chunks: AsyncIterable<Uint8Array>, most?: number): Promise<void> {
    outflow = createOutflow((chunk) => {
      given += chunk.byteLength
      write(frames.before('chunk', number, chunk))
      write(chunk)
    })
    try {
      await outflow.send(chunks, most)
      sayLast('end')
    } catch {
      // A client of this server would see its connection break, too.
      sayLast('broken')
    }
  }
  function sendWhole(whole: string | Uint8Array): void {
    const length = typeof whole === 'string' ? Buffer.byteLength(whole) : whole.byteLength
    if (length > largestChunk) {
      begin(length)
      void stream(once(whole))
      return
    }
    begin('whole', whole)
    given = length
    hasEnded = true
  }
  function sendStream(chunks: AsyncIterable<Uint8Array>): void {
    begin('stream')
    void stream(chunks, cut?.afterBytes)
    if (signal?.aborted) breakOff()
    else signal?.addEventListener('abort', breakOff, { once: true })
  }

  // A connection that breaks before the head carries no body.
  if (cut && cut.afterBytes === undefined) sendWhole('')
  else if (isStream(body)) sendStream(body)
  else sendWhole(body)

  return {
    get hasEnded() {
      return hasEnded
    },
    get isReported() {
      return isReported
    },
    grant: (cost) => outflow?.grant(cost),
    report(how) {
      sayLast('end')
      report(how)
    },
    lost() {
      if (!hasEnded) end()
      if (!isReported) report({ bytes: given, complete: false })
    },
  }
}

async function* once(body: string | Uint8Array): AsyncIterable<Uint8Array> {
  yield typeof body === 'string' ? Buffer.from(body) : body
}
