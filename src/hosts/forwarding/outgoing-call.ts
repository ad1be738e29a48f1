/** One call on its way over a link, as the server sees it that forwards it. */
import { type Answer, type Call, type CallBody, ClientGone, type PendingAnswer, type Sent } from '../../wire/http/call.ts'
import { costOf, createInflow, createOutflow, type Inflow } from './flow.ts'
import { BadFrame, type FrameOf, framesOf, largestChunk, readHead, readNumber } from './frames.ts'
import { type BodyManner, callHead, readAnswerHead } from './heads.ts'

/** The server that owns the world went away while a call was on its way to it. */
export class OwnerGone extends Error {
  constructor() {
    super('The server that owns the world went away during the call.')
    this.name = 'OwnerGone'
  }
}

export interface OutgoingCall {
  readonly answer: Promise<PendingAnswer | 'not-here'>
  /** Takes a frame of the owner. Throws {@link BadFrame} for one that does not fit. */
  take(name: FrameOf<'toForwarder'>, payload: Buffer): void
  /** The link has closed. */
  lost(): void
}

const frames = framesOf('toOwner')

/** A link as one of its calls sees it. */
interface CallLink {
  /** The number of the call. */
  readonly number: number
  readonly write: (frame: Uint8Array) => void
  /** Called when the call is over. */
  over(): void
}

/** `connection` is the number of the client's connection. */
export function sendCall({ number, write, over }: CallLink, call: Call, connection: number): OutgoingCall {
  const { body, signal, headers } = call
  const answered = Promise.withResolvers<PendingAnswer | 'not-here'>()
  const breaking = new AbortController()
  // A client that waits for a word gets it when the owner reads.
  const bytes = headers.expect === undefined ? body?.whole?.(largestChunk) : undefined
  const manner: BodyManner = body === undefined ? 'none' : bytes === undefined ? 'later' : 'whole'
  const outflow = createOutflow((chunk) => {
    write(frames.before('chunk', number, chunk))
    write(chunk)
  })
  let inflow: Inflow | undefined
  let gathering: { readonly answer: Omit<Answer, 'body'>; readonly bytes: Buffer; size: number } | undefined
  /** The owner has said its last word. */
  let isAnswered = false
  let isReported = false
  let sending: 'not yet' | 'now' | 'no more' = 'not yet'
  let isOver = false

  function leave(): void {
    if (!isReported) write(frames.bare('abort', number))
  }
  function settle(): void {
    if (isOver || !isAnswered || !isReported || sending === 'now') return
    isOver = true
    signal.removeEventListener('abort', leave)
    over()
  }
  async function sendBody({ chunks }: CallBody): Promise<void> {
    sending = 'now'
    let last: 'bodyEnd' | 'bodyStopped' | 'bodyBroken' = 'bodyBroken'
    try {
      last = (await outflow.send(chunks())) === 'whole' ? 'bodyEnd' : 'bodyStopped'
    } catch {
      // The client has left.
    }
    sending = 'no more'
    if (!isOver) write(frames.bare(last, number))
    settle()
  }
  function report({ bytes, complete }: Sent): void {
    if (isReported) return
    isReported = true
    if (!isOver) write(frames.sent('sent', number, complete, bytes))
    settle()
  }
  function begin(payload: Buffer): void {
    const { head, body } = readHead(payload)
    const { answer, body: manner, isRead } = readAnswerHead(head)
    if (isRead) outflow.stopWhenFull()
    else outflow.stop()
    if (manner === 'whole') {
      isAnswered = true
      answered.resolve({ answer: { ...answer, body }, sent: report })
    } else if (manner === 'stream') {
      inflow = createInflow((cost) => void (isAnswered || isReported || write(frames.number('grant', number, cost))))
      answered.resolve({ answer: { ...answer, body: inflow.chunks }, signal: breaking.signal, sent: report })
    } else gathering = { answer, bytes: Buffer.allocUnsafe(manner), size: 0 }
  }
  /** A part of a body that its owner has in memory, too. */
  function gather(whole: NonNullable<typeof gathering>, chunk: Buffer): void {
    if (whole.size + chunk.byteLength > whole.bytes.byteLength) throw new BadFrame('A body is longer than its head says.')
    whole.bytes.set(chunk, whole.size)
    whole.size += chunk.byteLength
    write(frames.number('grant', number, costOf(chunk)))
  }
  function end(): void {
    isAnswered = true
    if (gathering && gathering.size < gathering.bytes.byteLength) throw new BadFrame('A body is shorter than its head says.')
    if (gathering) answered.resolve({ answer: { ...gathering.answer, body: gathering.bytes }, sent: report })
    inflow?.end()
  }
  function broken(): void {
    isAnswered = true
    inflow?.end(new ClientGone())
    breaking.abort()
  }
  function notHere(): void {
    isAnswered = true
    isReported = true
    outflow.stop()
    answered.resolve('not-here')
  }

  write(frames.head('call', number, callHead(call, connection, manner), bytes))
  if (signal.aborted) leave()
  else signal.addEventListener('abort', leave, { once: true })

  return {
    answer: answered.promise,
    take(name, payload) {
      const hasBegun = inflow !== undefined || gathering !== undefined
      if (isAnswered) throw new BadFrame(`The owner sends "${name}" after its last word.`)
      if (name === 'want' && body && sending === 'not yet') void sendBody(body)
      else if (name === 'grant') outflow.grant(readNumber(payload))
      else if (name === 'answer' && !hasBegun) begin(payload)
      else if (name === 'notHere' && !hasBegun) notHere()
      else if (name === 'chunk' && inflow) inflow.push(payload)
      else if (name === 'chunk' && gathering) gather(gathering, payload)
      else if (name === 'end' && hasBegun) end()
      else if (name === 'broken' && inflow) broken()
      else throw new BadFrame(`The owner sends "${name}" where it has no meaning.`)
      settle()
    },
    lost() {
      signal.removeEventListener('abort', leave)
      outflow.stop()
      answered.reject(new OwnerGone())
      if (!isAnswered) {
        inflow?.end(new OwnerGone())
        breaking.abort(new OwnerGone())
      }
      isOver = true
    },
  }
}
