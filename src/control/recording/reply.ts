/** The reply that a pact expects: what the recorded reply and an attempt's reply have in common. */

import type { Operation } from '../../service/areas/operation.ts'
import { parseJson } from '../../service/wire/json.ts'
import type { ReplyShape } from '../../service/wire/row.ts'
import { jsonSchema } from '../openapi/json-schema.ts'
import { agree, type Matcher } from './agreement.ts'
import type { Observation } from './observe.ts'
import type { Attempt, Reply } from './starts.ts'

export interface ExpectedReply {
  readonly status: number
  readonly headers: Readonly<Record<string, { readonly value: string; readonly regex: string }>>
  readonly body?:
    | { readonly kind: 'json'; readonly content: unknown; readonly rules: Readonly<Record<string, readonly Matcher[]>> }
    | { readonly kind: 'text' | 'bytes'; readonly content: string }
}

/** If the replies differ, returns a string that describes the difference. */
export function expectedReply({ row, status, reply }: Observation, { reply: arranged }: Attempt): ExpectedReply | string {
  if (arranged.status !== status) return `the status is ${arranged.status}`
  const shape = row.replies[status]
  const headers = headersOf(shape, arranged, reply.headers)
  if (typeof headers === 'string') return headers
  const isJson = (type: string | undefined) => /^application\/(?:[\w.]+\+)?json/.test(type ?? '')
  const [ours, theirs] = [isJson(arranged.headers['content-type']), isJson(reply.headers['content-type'])]
  if (ours !== theirs) return 'the content type differs'
  if (ours && reply.text) return jsonOf({ row, status, headers }, shape, parseJson(arranged.text), parseJson(reply.text))
  if (shape?.kind === 'bytes') return { status, headers, body: { kind: 'bytes', content: arranged.text } }
  if (shape?.kind === 'text') return { status, headers, body: { kind: 'text', content: arranged.text } }
  return { status, headers }
}

function jsonOf(
  { row, status, headers }: Pick<ExpectedReply, 'status' | 'headers'> & { readonly row: Operation },
  shape: ReplyShape | undefined,
  arranged: unknown,
  recorded: unknown,
): ExpectedReply | string {
  // Consumers rely on a refusal's code and its list of invalid members, but not on its wording.
  if (!shape) {
    const [ours, theirs] = [arranged, recorded].map(refusalOf)
    if (ours?.code !== theirs?.code) return `the code is ${String(ours?.code)}`
    const agreement = agree({ properties: { code: { const: ours?.code } } }, ours, theirs)
    if (typeof agreement === 'string') return agreement
    const { content } = agreement
    return Object.keys(content as object).length === 0 ? { status, headers } : { status, headers, body: { kind: 'json', ...agreement } }
  }
  const schema = shape.kind === 'json' ? shape.schema : shape.kind === 'text' ? shape.orJson : undefined
  const agreement = agree(schema && jsonSchema(schema, 'output'), arranged, recorded)
  return typeof agreement === 'string' ? `${row.id}: ${agreement}` : { status, headers, body: { kind: 'json', ...agreement } }
}

/** Returns what a refusal has in common in both dialects: status, headers, and either of the two codes. Undefined for any other reply. */
export function refusalInBoth({ row, status }: Observation, expected: ExpectedReply, { reply: other }: Attempt): ExpectedReply | undefined {
  if (other.status !== status || row.replies[status]) return undefined
  const common = Object.entries(expected.headers).filter(([name, { regex }]) =>
    new RegExp(`^(?:${regex})$`).test(other.headers[name.toLowerCase()] ?? ''),
  )
  const headers = Object.fromEntries(common)
  const [code, theirs] = [expected.body?.content, parseJson(other.text)].map((problem) => refusalOf(problem).code)
  if (code === undefined || theirs === undefined) return { status, headers }
  const rules: Record<string, readonly Matcher[]> =
    code === theirs ? {} : { '$.code': [{ match: 'regex', regex: `^(?:${[code, theirs].map(String).join('|')})$` }] }
  return { status, headers, body: { kind: 'json', content: { code }, rules } }
}

function refusalOf(problem: unknown): { code?: unknown; errors?: unknown } {
  const { code, errors } = (problem ?? {}) as { code?: unknown; errors?: object | null }
  return { ...(code !== undefined && { code }), ...(errors && { errors }) }
}

function headersOf(
  shape: ReplyShape | undefined,
  arranged: Reply,
  recorded: Readonly<Record<string, string>>,
): ExpectedReply['headers'] | string {
  const headers: Record<string, { value: string; regex: string }> = {}
  const type = arranged.headers['content-type']
  if (type && recorded['content-type']) headers['Content-Type'] = { value: type, regex: typeRegex(type) }
  for (const name of [...(shape?.headers ?? []), 'retry-after']) {
    const [value, other] = [arranged.headers[name.toLowerCase()], recorded[name.toLowerCase()]]
    if (value !== undefined && other !== undefined) headers[name] = { value, regex: /^\d+$/.test(value) ? '\\d+' : '.+' }
  }
  return headers
}

const typeRegex = (type: string) =>
  type.includes('json') ? 'application/(problem\\+)?json(;.*)?' : `${type.split(';')[0]?.replace(/[+.*]/g, '\\$&')}(;.*)?`
