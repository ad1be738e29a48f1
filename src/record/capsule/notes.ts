/** What a recorder notes while calls run, as it came: it becomes lines when its batch is written, which is cheaper (bench/capsule.ts). */
import { type AnswerBody, type AnswerHeaders, type Call, type CallHeaders, header } from '../../wire/http/call.ts'
import type { Read } from './bodies.ts'
import type { CapsuleLine, LineOf } from './lines.ts'

/** What a call adds to its last note. */
interface Progress {
  to?: string | undefined
  commits?: number | undefined
  /** It came at the same instant, and nothing else happened before. */
  reply?: ReplyNote | undefined
}

export interface CallNote extends Progress, Pick<Call, 'method' | 'url' | 'base' | 'place'> {
  readonly event: 'call'
  readonly n: number
  readonly world: string
  readonly number: number
  readonly at: number
  readonly headers: CallHeaders
  /** The journal keeps one copy of equal headers. This is that copy. */
  readonly copy: object
  readonly body: true | undefined
  readonly between: true | undefined
}

type CallPosition = Pick<CallNote, 'n' | 'world' | 'number' | 'at' | 'copy' | 'between'>

/** All members stand in it from the start, because objects of one shape are cheaper. */
export const callNote = (
  { method, url, base, place, headers, body }: Call,
  { n, world, number, at, copy, between }: CallPosition,
): CallNote => ({
  event: 'call',
  n,
  world,
  number,
  at,
  method,
  url,
  base,
  place,
  headers,
  copy,
  body: body && true,
  between,
  to: undefined,
  commits: undefined,
  reply: undefined,
})

type ControlPlace = Pick<LineOf<'control'>, 'n' | 'world' | 'at' | 'between' | 'tokens' | 'interventions'>

/** `url`: without secrets. */
export function controlNote({ method, headers, body }: Call, url: string, place: ControlPlace): LineOf<'control'> {
  const type = header(headers, 'content-type')
  return { event: 'control', ...place, method, url, ...(type && { type }), body: body && true }
}

export interface BodyNote extends Progress {
  readonly event: 'body'
  readonly n: number
  readonly at: number
  readonly read: () => Read
}

export interface ReplyNote extends Progress, Pick<LineOf<'reply'>, 'streamed' | 'cut'> {
  readonly event: 'reply'
  readonly n: number
  /** Of its call, which is the value of `x-standin-call`. */
  readonly number: number
  readonly at: number
  readonly status: number
  /** Undefined: of this reply, only the status is recorded. */
  readonly headers: AnswerHeaders | undefined
  readonly body: AnswerBody | undefined
}

/** A note of another kind is a line already. */
export type Note = CallNote | BodyNote | ReplyNote | Exclude<CapsuleLine, { event: 'call' | 'body' | 'reply' }>
