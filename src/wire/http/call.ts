/** What a host brings in and carries out: plain values, of no framework. */

/** Header names are lower case; a repeated header is a list, as Node reads it. */
export type CallHeaders = Readonly<Record<string, string | readonly string[] | undefined>>

/** A request body on its way in. It can be taken once: whole, or in chunks. */
export interface CallBody {
  /** The whole body; rejects with {@link BodyTooLarge} past `limit` bytes and with {@link ClientGone} when it breaks off. `arrived` hears of the bytes as they come. */
  collect(limit: number, arrived?: (bytes: number) => void): Promise<Uint8Array>
  /** The body in chunks, with back-pressure; throws {@link ClientGone} when it breaks off. */
  chunks(): AsyncIterable<Uint8Array>
}

export interface Call {
  /** In capitals. */
  readonly method: string
  /** Path and query, or a whole address. */
  readonly url: string
  readonly headers: CallHeaders
  readonly body?: CallBody | undefined
  /** Aborted when the client has gone. */
  readonly signal: AbortSignal
  /** Whether the caller sits on this machine and addressed it as such (control rows answer nobody else without a token). */
  readonly isLocal: boolean
}

export type AnswerHeaders = Record<string, string | readonly string[]>
export type AnswerBody = string | Uint8Array | AsyncIterable<Uint8Array>

/** The connection is given up after so many bytes of the reply, if it has more; before the head of the reply where `afterBytes` is absent. */
export interface Cut {
  readonly afterBytes?: number | undefined
  readonly how: 'reset' | 'end'
}

export interface Answer {
  readonly status: number
  readonly headers: AnswerHeaders
  readonly body?: AnswerBody | undefined
  readonly cut?: Cut | undefined
}

/** What became of an answer: the body bytes that went out, and whether that was all of them. */
export interface Sent {
  readonly bytes: number
  readonly complete: boolean
}

/** An answer whose host says, once, how the sending ended. */
export interface AnswerOnItsWay {
  readonly answer: Answer
  sent(report: Sent): void
}

export type MaybePromise<T> = T | Promise<T>

/** Answers a call. */
export type Carrier = (call: Call) => MaybePromise<AnswerOnItsWay>

/** The client went away while it was being served. */
export class ClientGone extends Error {
  /** Why it was sent away, where it did not go by itself. */
  readonly reason: string | undefined

  constructor(reason?: string) {
    super(reason ?? 'The client has gone.')
    this.name = 'ClientGone'
    this.reason = reason
  }
}

/** Waits, but not for a client that goes meanwhile: then it throws {@link ClientGone} at once, and the work is nobody's. */
export function unlessGone<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  return new Promise((resolve, reject) => {
    const leave = () => reject(new ClientGone())
    if (signal?.aborted) leave()
    signal?.addEventListener('abort', leave, { once: true })
    void work.then(resolve, reject).then(() => signal?.removeEventListener('abort', leave))
  })
}

export class BodyTooLarge extends Error {
  constructor(limit: number) {
    super(`The body exceeds ${limit} bytes.`)
    this.name = 'BodyTooLarge'
  }
}

/** The first value of a header. */
export function header(headers: CallHeaders, name: string): string | undefined {
  const value = headers[name]
  return typeof value === 'string' || value === undefined ? value : value[0]
}
