/** Turns what was noted into lines, without secrets, and without what follows from other lines. */
import { type Hide, hiding, secretsIn, secretsInQuery } from '../../world/journal/known-secrets.ts'
import { type BodyTools, replyContent } from './bodies.ts'
import type { CapsuleLine, LineOf, ReplyParts } from './lines.ts'
import { type Marks, markedUrl } from './marks.ts'
import type { CallNote, Note, ReplyNote } from './notes.ts'
import type { SharedHeaders } from './shared-headers.ts'

interface Writing {
  readonly marks: Marks
  readonly shared: SharedHeaders
  /** Of the calls in flight that name a secret, by their numbers here. */
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
      const kept = hide && content.text !== undefined ? { ...content, text: hide(content.text) } : content
      return { event: 'body', n, at, ...kept, to, commits, reply: reply && replyParts(reply, n, writing) }
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

/** What the reply of the call and its body may not have, either. */
function hideFor({ n, headers, url }: CallNote, { marks, hidden }: Writing): Hide | undefined {
  const query = url.indexOf('?')
  const known = [...secretsIn(headers), ...(query < 0 ? [] : secretsInQuery(url.slice(query + 1)))]
  if (known.length === 0) return undefined
  const hide = hiding(known, marks.mark)
  // A call without a reply leaves one behind.
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
