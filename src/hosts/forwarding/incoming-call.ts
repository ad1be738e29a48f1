/** One call that another server forwarded, as the owner of its world sees it. */
import { bugAnswer } from '../../engine/misuse-answer.ts'
import { gatherChunks } from '../../wire/http/body.ts'
import { BodyTooLarge, type Call, type CallBody, ClientGone, header, type PendingAnswer } from '../../wire/http/call.ts'
import { createInflow, type Inflow } from './flow.ts'
import { BadFrame, type FrameOf, framesOf, readHead, readNumber } from './frames.ts'
import { readCallHead } from './heads.ts'
import { type AnswerLink, type OutgoingAnswer, sendAnswer } from './outgoing-answer.ts'

/** Answers a call; undefined where its world is not here any more. It has read nothing of the body then. */
export type OwnerCarrier = (call: Call) => Promise<PendingAnswer | undefined> | PendingAnswer | undefined

export interface IncomingCall {
  /** Takes a frame of the forwarder. Throws {@link BadFrame} for one that does not fit. */
  take(name: FrameOf<'toOwner'>, payload: Buffer): void
  /** The link has closed. */
  lost(): void
}

interface Surroundings extends AnswerLink {
  readonly carrier: OwnerCarrier
  alarm(defect: unknown): void
  /** The object of a client's connection. */
  connectionOf(number: number): object | undefined
  /** Called when the call is over. */
  over(): void
}

const frames = framesOf('toForwarder')

/** Throws {@link BadFrame} for a call that is not readable. */
export function receiveCall(payload: Buffer, surroundings: Surroundings): IncomingCall {
  const { number, write, carrier, alarm, connectionOf, over } = surroundings
  const { head, body: bytes } = readHead(payload)
  const { call, connection, body: manner } = readCallHead(head)
  const leaving = new AbortController()
  let inflow: Inflow | undefined
  let answer: OutgoingAnswer | undefined
  let isNotHere = false
  let isBodyOver = true
  let isLost = false

  /** After the last word, nothing goes out for this call. */
  const isSilent = () => isLost || isNotHere || answer?.hasEnded === true
  function settle(): void {
    if (isBodyOver && (isNotHere || (answer?.hasEnded && answer.isReported))) over()
  }

  function bodyThatComes(): CallBody {
    const flow = createInflow(
      (cost) => void (isSilent() || write(frames.number('grant', number, cost))),
      () => {
        if (isSilent()) {
          flow.end(new ClientGone())
          return
        }
        isBodyOver = false
        write(frames.bare('want', number))
      },
    )
    inflow = flow
    const length = Number(header(call.headers, 'content-length') ?? 0)
    return {
      chunks: () => flow.chunks,
      async collect(limit, arrived) {
        if (length > limit) throw new BodyTooLarge(limit)
        return gatherChunks(flow.chunks, limit, arrived)
      },
    }
  }
  function endBody(error?: Error): void {
    isBodyOver = true
    inflow?.end(error)
  }

  function say(made: PendingAnswer): void {
    answer = sendAnswer(surroundings, made, inflow?.isRead === true, settle)
  }
  function answerWith(made: PendingAnswer | undefined): void {
    if (made && isLost) made.sent({ bytes: 0, complete: false })
    else if (made) sayOrFail(made)
    else if (!isLost) {
      write(frames.bare('notHere', number))
      isNotHere = true
      settle()
    }
  }
  function sayOrFail(made: PendingAnswer): void {
    try {
      say(made)
    } catch (defect) {
      made.sent({ bytes: 0, complete: false })
      fail(defect)
    }
  }
  /** As a server does for its own clients. */
  function fail(defect: unknown): void {
    alarm(defect)
    if (!isLost) say({ answer: bugAnswer(), sent() {} })
  }
  async function answerLater(delivery: Promise<PendingAnswer | undefined>): Promise<void> {
    try {
      answerWith(await delivery)
    } catch (defect) {
      fail(defect)
    }
  }
  function carry(): void {
    const body = manner === 'whole' ? wholeBody(bytes) : manner === 'later' ? bodyThatComes() : undefined
    const taken: Call = { ...call, body, signal: leaving.signal, connection: connectionOf(connection) }
    try {
      const delivery = carrier(taken)
      if (delivery instanceof Promise) void answerLater(delivery)
      else answerWith(delivery)
    } catch (defect) {
      fail(defect)
    }
  }
  function takeReport(sending: OutgoingAnswer, frame: Buffer): void {
    if (frame.byteLength !== 7) throw new BadFrame(`A report has ${frame.byteLength} bytes.`)
    const complete = frame[0] === 1
    if (!complete) leaving.abort()
    sending.report({ bytes: frame.readUIntBE(1, 6), complete })
  }
  carry()
  return {
    take(name, frame) {
      const expectsBody = inflow !== undefined && !isBodyOver
      if (name === 'chunk' && expectsBody) inflow?.push(frame)
      else if (name === 'bodyEnd' && expectsBody) endBody()
      else if ((name === 'bodyBroken' || name === 'bodyStopped') && expectsBody) endBody(new ClientGone())
      else if (name === 'abort') leaving.abort()
      else if (name === 'grant' && answer) answer.grant(readNumber(frame))
      else if (name === 'sent' && answer && !answer.isReported) takeReport(answer, frame)
      else throw new BadFrame(`A forwarder sends "${name}" where it has no meaning.`)
      settle()
    },
    lost() {
      isLost = true
      leaving.abort()
      inflow?.end(new ClientGone())
      answer?.lost()
    },
  }
}

const wholeBody = (bytes: Uint8Array): CallBody => ({
  whole: (limit) => (bytes.byteLength <= limit ? bytes : undefined),
  collect(limit, arrived) {
    if (bytes.byteLength > limit) return Promise.reject(new BodyTooLarge(limit))
    arrived?.(bytes.byteLength)
    return bytes
  },
  async *chunks() {
    if (bytes.byteLength > 0) yield bytes
  },
})
