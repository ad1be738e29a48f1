/** One call on its way over a link, as the server sees it that forwards it. */
import type { Socket } from 'node:net'
import { setImmediate } from 'node:timers'
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

/** `freed` is called when the link may carry another call. `connection` is the number of the client's connection. */
export function sendCall(socket: Socket, call: Call, connection: number, freed: () => void): OutgoingCall {
  const { body, signal, headers } = call
  const answered = Promise.withResolvers<PendingAnswer | 'not-here'>()
  const breaking = new AbortController()
  // A client that waits for a word gets it when the owner reads.
  const bytes = headers.expect === undefined ? body?.whole?.(largestChunk) : undefined
  const manner: BodyManner = body === undefined ? 'none' : bytes === undefined ? 'later' : 'whole'
  const outflow = createOutflow((chunk) => frames.write(socket, 'chunk', chunk))
  let inflow: Inflow | undefined
  let gathering: { readonly answer: Omit<Answer, 'body'>; readonly bytes: Buffer; size: number } | undefined
  /** The owner has said its last word. */
  let isAnswered = false
  let isReported = false
  let sending: 'not yet' | 'now' | 'no more' = 'not yet'
  let isOver = false

  function leave(): void {
    if (!isReported) socket.write(frames.bare('abort'))
  }
  function settle(): void {
    if (isOver || !isAnswered || !isReported || sending === 'now') return
    isOver = true
    signal.removeEventListener('abort', leave)
    freed()
  }
  async function sendBody({ chunks }: CallBody): Promise<void> {
    sending = 'now'
    let last: 'bodyEnd' | 'bodyStopped' | 'bodyBroken' = 'bodyBroken'
    try {
      last = (await outflow.send(chunks())) === 'whole' ? 'bodyEnd' : 'bodyStopped'
    } catch (thrown) {
      if (!(thrown instanceof ClientGone)) socket.destroy(thrown instanceof Error ? thrown : undefined)
    }
    sending = 'no more'
    if (!socket.destroyed) socket.write(frames.bare(last))
    settle()
  }
  function report({ bytes, complete }: Sent): void {
    if (isReported) return
    isReported = true
    if (!socket.destroyed) writeSoon(socket, frames.sent('sent', complete, bytes))
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
      inflow = createInflow((cost) => void (isAnswered || isReported || socket.write(frames.number('grant', cost))))
      answered.resolve({ answer: { ...answer, body: inflow.chunks }, signal: breaking.signal, sent: report })
    } else gathering = { answer, bytes: Buffer.allocUnsafe(manner), size: 0 }
  }
  /** A part of a body that its owner has in memory, too. */
  function gather(whole: NonNullable<typeof gathering>, chunk: Buffer): void {
    if (whole.size + chunk.byteLength > whole.bytes.byteLength) throw new BadFrame('A body is longer than its head says.')
    whole.bytes.set(chunk, whole.size)
    whole.size += chunk.byteLength
    socket.write(frames.number('grant', costOf(chunk)))
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

  socket.write(frames.head('call', callHead(call, connection, manner), bytes))
  socket.uncork()
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

/**
 * The report of a call waits for the other events of this turn. If the link carries the next call by then, both go out together: on a busy
 * server that saves a write, which wakes the owner (`npm run bench:forward`).
 */
function writeSoon(socket: Socket, frame: Buffer): void {
  socket.cork()
  socket.write(frame)
  setImmediate(() => socket.uncork())
}
