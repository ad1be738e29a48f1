/** Raw notes taken while calls run, which become lines only when their batch is written, because that is cheaper. */
import { type AnswerBody, type AnswerHeaders, type Call, header } from '../../service/wire/call.ts'
import { type Hide, hiding, secretsIn, secretsInQuery } from '../../service/world/journal.ts'
import type { CapsuleLine, LineOf, ReplyParts } from '../capsule-lines.ts'
import { type BodyTools, type Read, replyContent } from './bodies.ts'
import { type Marks, markedUrl } from './marks.ts'
import type { SharedHeaders, SharingCall } from './shared-headers.ts'

interface Progress {
  to?: string | undefined
  commits?: number | undefined
  /** Set if the reply was sent at the same time as this note was made, with no other note in between. */
  reply?: ReplyNote | undefined
}

interface CallNote extends Progress, SharingCall, Pick<Call, 'url' | 'place'> {
  readonly event: 'call'
  readonly n: number
  readonly world: string
  readonly number: number
  readonly at: number
  readonly body: true | undefined
  readonly between: true | undefined
}

type CallPosition = Pick<CallNote, 'n' | 'world' | 'number' | 'at' | 'copy' | 'between'>

/** Sets all members up front, because objects with the same shape are cheaper. */
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

/** `url`: the call's URL, with its secrets removed. */
export function controlNote({ method, headers, body }: Call, url: string, position: ControlPlace): LineOf<'control'> {
  const type = header(headers, 'content-type')
  return { event: 'control', ...position, method, url, ...(type && { type }), body: body && true }
}

interface BodyNote extends Progress {
  readonly event: 'body'
  readonly n: number
  readonly at: number
  readonly read: () => Read
}

export interface ReplyNote extends Progress, Pick<LineOf<'reply'>, 'streamed' | 'cut'> {
  readonly event: 'reply'
  readonly n: number
  /** The call's number: the value of `x-standin-call`. */
  readonly number: number
  readonly at: number
  readonly status: number
  /** Undefined if only this reply's status is recorded. */
  readonly headers: AnswerHeaders | undefined
  readonly body: AnswerBody | undefined
}

/** All other kinds of notes already have the form of lines in the capsule. */
export type Note = CallNote | BodyNote | ReplyNote | Exclude<CapsuleLine, { event: 'call' | 'body' | 'reply' }>

interface Writing {
  readonly marks: Marks
  readonly shared: SharedHeaders
  /** Functions that remove the secrets of calls in flight, keyed by the call's number in the capsule. */
  readonly hidden: Map<number, Hide>
  toolsFor(type: string | undefined): BodyTools
}

export function written(note: Note, writing: Writing): CapsuleLine {
  switch (note.event) {
    case 'call':
      return callLine(note, writing)
    case 'body': {
      const { n, at, read, to, commits, reply } = note
      const hide = writing.hidden.get(n)
      const content = read()
      const safeContent = hide && content.text !== undefined ? { ...content, text: hide(content.text) } : content
      return { event: 'body', n, at, ...safeContent, to, commits, reply: reply && replyParts(reply, n, writing) }
    }
    case 'reply': {
      const { event, n, at, to, commits } = note
      return { event, n, at, ...replyParts(note, n, writing), to, commits }
    }
    default:
      return note
  }
}

function callLine(note: CallNote, writing: Writing): LineOf<'call'> {
  const { event, n, world, number, at, method, url, place, body, between, to, commits, reply } = note
  const hide = hideFor(note, writing)
  const { headers, more, less } = writing.shared.ofCall(note, hide)
  const marked = markedUrl(url, writing.marks)
  const address = hide ? hide(marked) : marked
  return {
    event,
    n,
    world,
    number,
    at,
    method,
    url: address,
    place,
    headers,
    more,
    less,
    body,
    between,
    to,
    commits,
    reply: reply && replyParts(reply, n, writing),
  }
}

/** Returns a function that also removes the call's secrets from its body and reply, or undefined if the call has no secrets. */
function hideFor({ n, headers, url }: CallNote, { marks, hidden }: Writing): Hide | undefined {
  const query = url.indexOf('?')
  const known = [...secretsIn(headers), ...(query < 0 ? [] : secretsInQuery(url.slice(query + 1)))]
  if (known.length === 0) return undefined
  const hide = hiding(known, marks.mark)
  // Entries for calls that never get a reply would otherwise accumulate.
  if (hidden.size >= 1_000) hidden.delete([...hidden.keys()][0] ?? n)
  hidden.set(n, hide)
  return hide
}

function replyParts(
  { status, headers, number, body, streamed, cut }: ReplyNote,
  n: number,
  { shared, toolsFor, hidden }: Writing,
): ReplyParts {
  const hide = hidden.get(n)
  hidden.delete(n)
  if (!headers) return { status, cut }
  const { text: marked, sha256, size } = replyContent(body, toolsFor(undefined))
  const text = hide && marked !== undefined ? hide(marked) : marked
  const { headers: set, more, less } = shared.ofReply(status, number, headers, hide)
  return { status, headers: set, more, less, text, sha256, size, streamed, cut }
}
