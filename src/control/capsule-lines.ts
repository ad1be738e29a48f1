/** The lines in a capsule: a header, the initial worlds, then all events in order. */
import { z } from 'zod'
import { sha256 } from '../persistence/snapshot-contents.ts'
import { worldName as worldForm } from '../service/engine/address.ts'
import { endOfTime } from '../service/wire/timestamp.ts'

/** Matches an HTTP token. */
const token = /^[\w!#$%&'*+.^`|~-]+$/

const at = z.number().min(0).max(endOfTime).describe("Milliseconds since 1970, by the machine's clock.")
const n = z.int().describe("The call's number in the capsule, starting at 1.")
const plain = z.string().regex(/^[\t\P{Cc}\x80-\x9f]*$/u, 'contains a control character, which is not allowed in URLs and headers')
const headerName = z.string().regex(token, 'is not a header name')
const headers = z.record(headerName, z.union([plain, z.array(plain)]))
const method = z.string().regex(token, 'is not an HTTP method')
const url = plain.min(1).regex(/^[^\t]*$/, 'contains a tab, which is not allowed in URLs')
const worldName = z.string().regex(worldForm, 'is not a world name: use 1 to 63 characters of a-z, 0-9 and -')
const status = z.int().min(100).max(999)
const count = z.int().min(0)

export const capsuleVersion = 2
/** In version 1, replies have their own lines, and no lines are left out. */
export const readableVersions = [1, capsuleVersion] as const

/** A reply carries its call's number in this header, so the header itself is not recorded. */
export const numberHeader = 'x-standin-call'

/** The content of a body, stored as text, as Base64, or only as its SHA-256. */
const content = {
  text: z.string().optional(),
  base64: z.base64().optional(),
  sha256: sha256().optional(),
  size: count.optional(),
}
/** Headers that many calls share are on a separate line. */
const sharedHeaders = {
  headers: z.int().describe('The number that identifies the shared headers.'),
  more: headers.optional().describe('Headers that differ from the shared ones.'),
  less: z.array(headerName).optional().describe('Shared headers that this call does not have.'),
}
const between = z.boolean().optional().describe('True if the call arrived between two jobs while the clock was running jobs.')
const progress = {
  to: z.string().max(100).optional().describe('The last stage that the call has entered.'),
  commits: count.optional().describe('The number of times the call changed its world since the previous line.'),
}

const replyParts = {
  status,
  ...sharedHeaders,
  headers: z.int().optional(),
  ...content,
  streamed: z.boolean().optional(),
  cut: z.object({ afterBytes: count.optional(), how: z.enum(['reset', 'end']) }).optional(),
}
/** A reply that comes at the same time as the previous line is part of that line. */
const withReply = { reply: z.object(replyParts).optional() }

const head = z.object({
  event: z.literal('capsule'),
  format: z.literal('standin-capsule'),
  version: z.literal(readableVersions),
  standin: z.string().describe('The version of Standin that recorded the capsule.'),
  at,
  mark: z
    .string()
    .regex(/^~[0-9a-f]{1,64}$/, 'is not a placeholder prefix')
    .describe('The prefix of all placeholders for secrets.'),
  settings: z.record(z.string(), z.unknown()),
  fixtures: z.record(z.string(), z.unknown()),
  scenarios: z.record(z.string(), z.unknown()).describe('The documents for scenarios that are not built in.'),
})
const world = z.object({
  event: z.literal('world'),
  world: worldName,
  at,
  snapshot: z.string().describe("The world's snapshot, as JSON."),
})
const tokenLine = z.object({
  event: z.literal('token'),
  token: z.int(),
  header: z.record(z.string(), z.unknown()),
  claims: z.record(z.string(), z.unknown()),
})
const trust = z.object({
  event: z.literal('trust'),
  token: z.int(),
  trust: z.string().describe('`own`, `other`, or why the token is not trusted.'),
})
const shared = z.object({
  event: z.literal('headers'),
  headers: z.int(),
  of: headers,
  base: plain.optional().describe('The base URL of calls with these headers.'),
})
const piece = z.object({
  event: z.literal('piece'),
  sha256: sha256().optional().describe('Only in the last piece.'),
  content: z.int(),
  base64: z.base64(),
})

const arrival = { n, world: worldName, at, method, url, body: z.boolean().optional(), between, ...progress }
const call = z.object({
  event: z.literal('call'),
  ...arrival,
  number: count.describe('The value of `x-standin-call`.'),
  base: plain.optional(),
  place: z.object({ world: worldName.optional(), environment: z.enum(['test', 'production']).optional() }).optional(),
  ...sharedHeaders,
  ...withReply,
})
const control = z.object({
  event: z.literal('control'),
  ...arrival,
  type: plain.optional().describe("The body's content type."),
  tokens: count.optional().describe('The number of tokens issued in the world before the call.'),
  interventions: count.optional(),
})
const on = z.object({ event: z.literal('on'), n, at, ...progress })
const body = z.object({
  event: z.literal('body'),
  n,
  at,
  ...content,
  chunks: z.array(count).max(1_000).optional().describe('The chunk sizes, if there were several chunks.'),
  received: z.int().optional().describe('The number of bytes received before the client disconnected or the body became too large.'),
  ended: z.enum(['gone', 'too-large', 'unread']).optional().describe('Absent if the body was read to its end.'),
  ...progress,
  ...withReply,
})
const gone = z.object({ event: z.literal('gone'), n, at, ...progress })
const reply = z.object({ event: z.literal('reply'), n, at, ...replyParts, ...progress })
const sent = z.object({ event: z.literal('sent'), n, at, bytes: count, complete: z.boolean(), sha256: sha256().optional() })
const wake = z.object({ event: z.literal('wake'), world: worldName, at })
const jobs = z.object({ event: z.literal('jobs'), world: worldName, at, ids: z.array(z.string()) })
const outgoing = z.object({
  event: z.literal('outgoing'),
  at,
  method,
  url,
  status: status.optional(),
  headers: z.record(headerName, plain).optional(),
  base64: z.base64().optional(),
  error: z.string().optional(),
})
const start = z
  .object({ event: z.literal('start'), world: worldName, at })
  .describe("Later lines describe what happened after the world's snapshot.")
const stranger = z.object({ event: z.literal('stranger'), world: worldName, at })
const end = z.object({ event: z.literal('end'), at })

const asides = [head, world, tokenLine, trust, shared, piece] as const
const happenings = [call, control, on, body, gone, reply, sent, wake, jobs, outgoing, stranger, start, end] as const
export const capsuleLine = z.discriminatedUnion('event', [...asides, ...happenings])

export type CapsuleLine = z.output<typeof capsuleLine>
export type LineOf<Event extends CapsuleLine['event']> = Extract<CapsuleLine, { readonly event: Event }>
/** The arrival of a call to the service or to a control row. */
export type Arrival = LineOf<'call'> | LineOf<'control'>
export type Head = z.output<typeof head>
export type ReplyParts = Omit<LineOf<'reply'>, 'event' | 'n' | 'at' | 'to' | 'commits'>
export type RecordedHeaders = z.output<typeof headers>
export type Content = Pick<LineOf<'body'>, 'text' | 'base64' | 'sha256' | 'size'>
