/** The lines of a capsule: a head, the worlds at its start, then everything that happened, in order. */
import { z } from 'zod'
import { sha256 } from '../persistence/named-contents.ts'
import { worldName as worldForm } from '../service/engine/address.ts'
import { endOfTime } from '../service/wire/timestamp.ts'

/** What HTTP calls a token. */
const token = /^[\w!#$%&'*+.^`|~-]+$/

const at = z.number().min(0).max(endOfTime).describe('Milliseconds of the machine since 1970.')
const n = z.int().describe('Which call of the capsule it is, counted from 1.')
const plain = z.string().regex(/^[\t\P{Cc}\x80-\x9f]*$/u, 'has a control character, which no address and no header holds')
const headerName = z.string().regex(token, 'is not the name of a header')
const headers = z.record(headerName, z.union([plain, z.array(plain)]))
const method = z.string().regex(token, 'is not a method')
const url = plain.min(1).regex(/^[^\t]*$/, 'has a tab, which no address holds')
const worldName = z.string().regex(worldForm, 'is not the name of a world: 1 to 63 of a-z, 0-9 and -')
const status = z.int().min(100).max(999)
const count = z.int().min(0)

/** The version of the form: it changes with the form. */
export const capsuleVersion = 2
/** Versions that are read. In the first one, replies stand in lines of their own, and nothing is left out. */
export const readableVersions = [1, capsuleVersion] as const

/** A body: as text, as base64, or by its SHA-256. */
const content = {
  text: z.string().optional(),
  base64: z.base64().optional(),
  sha256: sha256().optional(),
  size: count.optional(),
}
/** Headers that many calls share stand in a line of their own. */
const sharedHeaders = {
  headers: z.int().describe('The number of shared headers.'),
  more: headers.optional().describe('Headers that differ from the shared ones.'),
  less: z.array(headerName).optional().describe('Shared headers that are absent.'),
}
const between = z.boolean().optional().describe('Whether it came between two jobs of a clock that was at work.')
const progress = {
  to: z.string().max(100).optional().describe('The last stage that the call has entered.'),
  commits: count.optional().describe('How often the call changed its world meanwhile.'),
}

const replyParts = {
  status,
  ...sharedHeaders,
  headers: z.int().optional(),
  ...content,
  streamed: z.boolean().optional(),
  cut: z.object({ afterBytes: count.optional(), how: z.enum(['reset', 'end']) }).optional(),
}
/** A reply at the instant of the line before it stands within that line. */
const withReply = { reply: z.object(replyParts).optional() }

const head = z.object({
  event: z.literal('capsule'),
  format: z.literal('standin-capsule'),
  version: z.literal(readableVersions),
  standin: z.string().describe('The version of Standin that recorded it.'),
  at,
  mark: z
    .string()
    .regex(/^~[0-9a-f]{1,64}$/, 'is not the beginning of marks')
    .describe('How the marks of secrets begin.'),
  settings: z.record(z.string(), z.unknown()),
  fixtures: z.record(z.string(), z.unknown()),
  scenarios: z.record(z.string(), z.unknown()).describe('The documents of the own scenarios.'),
})
const world = z.object({
  event: z.literal('world'),
  world: worldName,
  at,
  snapshot: z.string().describe('The document of the world, as JSON.'),
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
  trust: z.string().describe('`own`, `other`, or why it is not trusted.'),
})
const shared = z.object({
  event: z.literal('headers'),
  headers: z.int(),
  of: headers,
  base: plain.optional().describe('The base of calls with these headers.'),
})
const piece = z.object({
  event: z.literal('piece'),
  sha256: sha256().optional().describe('On the last one.'),
  content: z.int(),
  base64: z.base64(),
})

const arrival = { n, world: worldName, at, method, url, body: z.boolean().optional(), between, ...progress }
const call = z.object({
  event: z.literal('call'),
  ...arrival,
  number: count.describe('As in `x-standin-call`.'),
  base: plain.optional(),
  place: z.object({ world: worldName.optional(), environment: z.enum(['test', 'production']).optional() }).optional(),
  ...sharedHeaders,
  ...withReply,
})
const control = z.object({
  event: z.literal('control'),
  ...arrival,
  type: plain.optional().describe('The type of the body.'),
  tokens: count.optional().describe('How many tokens its world had made before.'),
  interventions: count.optional(),
})
const on = z.object({ event: z.literal('on'), n, at, ...progress })
const body = z.object({
  event: z.literal('body'),
  n,
  at,
  ...content,
  chunks: z.array(count).max(1_000).optional().describe('The sizes of the chunks, where there were several.'),
  received: z.int().optional().describe('How many bytes had come when the client left, where their content was not looked at.'),
  ended: z.enum(['gone', 'too-large', 'unread']).optional().describe('Absent: with the last byte.'),
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
  .describe('From here on, what happens comes after the snapshot of the world.')
const stranger = z.object({ event: z.literal('stranger'), world: worldName, at })
const end = z.object({ event: z.literal('end'), at })

const asides = [head, world, tokenLine, trust, shared, piece] as const
const happenings = [call, control, on, body, gone, reply, sent, wake, jobs, outgoing, stranger, start, end] as const
export const capsuleLine = z.discriminatedUnion('event', [...asides, ...happenings])

export type CapsuleLine = z.output<typeof capsuleLine>
export type LineOf<Event extends CapsuleLine['event']> = Extract<CapsuleLine, { readonly event: Event }>
/** A call comes, of the service or of a control row. */
export type Arrival = LineOf<'call'> | LineOf<'control'>
export type Head = z.output<typeof head>
export type ReplyParts = Omit<LineOf<'reply'>, 'event' | 'n' | 'at' | 'to' | 'commits'>
export type RecordedHeaders = z.output<typeof headers>
export type Content = Pick<LineOf<'body'>, 'text' | 'base64' | 'sha256' | 'size'>
