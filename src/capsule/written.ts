/** Turns what was noted into lines, without secrets, and without what follows from other lines. */
import { type BodyTools, replyContent } from './bodies.ts'
import type { CapsuleLine, LineOf, ReplyParts } from './lines.ts'
import { type Marks, markedUrl } from './marks.ts'
import type { CallNote, Note, ReplyNote } from './notes.ts'
import type { SharedHeaders } from './shared-headers.ts'

interface Writing {
  readonly marks: Marks
  readonly shared: SharedHeaders
  toolsFor(type: string | undefined): BodyTools
}

export function written(note: Note, writing: Writing): CapsuleLine {
  switch (note.event) {
    case 'call':
      return callLine(note, writing)
    case 'body': {
      const { n, at, read, to, commits, reply } = note
      return { event: 'body', n, at, ...read(), to, commits, reply: reply && replyParts(reply, writing) }
    }
    case 'reply': {
      const { event, n, at, to, commits } = note
      return { event, n, at, ...replyParts(note, writing), to, commits }
    }
    default:
      return note
  }
}

function callLine(note: CallNote, writing: Writing): LineOf<'call'> {
  const { event, n, world, number, at, method, url, place, body, between, to, commits, reply } = note
  const { headers, more, less } = writing.shared.ofCall(note)
  const address = markedUrl(url, writing.marks)
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
    reply: reply && replyParts(reply, writing),
  }
}

function replyParts({ status, headers, number, body, streamed, cut }: ReplyNote, { shared, toolsFor }: Writing): ReplyParts {
  if (!headers) return { status, cut }
  const { text, sha256, size } = replyContent(body, toolsFor(undefined))
  const { headers: set, more, less } = shared.ofReply(status, number, headers)
  return { status, headers: set, more, less, text, sha256, size, streamed, cut }
}
