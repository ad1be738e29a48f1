/** Answers to errors: refusals in the format that the dialect, the area and the Accept header require, and Standin's own answers. */
import type { Answer, AnswerHeaders } from './call.ts'
import type { Misuse } from './misuse.ts'
import { type ProblemMember, type Refusal, type RefusalForm, type RefusalValues, reasonPhrase } from './refusal.ts'
import type { RowFacts } from './row.ts'
import type { Area } from './vocabulary.ts'

/** In order of preference. */
const textTypes = ['text/plain', 'application/json', 'text/json'] as const

/** Returns the first type that matches the highest-quality range. Returns the first type of all if the header accepts any type. */
function chosenType<T extends string>(accept: string | undefined, types: readonly [T, ...T[]]): T {
  const ranges = (accept ?? '').split(',').flatMap(readRange)
  if (ranges.some(({ type, subtype }) => type === '*' && subtype === '*')) return types[0]
  const sorted = ranges.toSorted((one, other) => other.quality - one.quality)
  for (const range of sorted) {
    const mediaType = types.find((each) => isIn(each, range))
    if (mediaType !== undefined) return mediaType
  }
  return types[0]
}

/** Parses a media range. Returns an empty list if it cannot be parsed. A quality of 0 does not exclude a type. */
function readRange(text: string) {
  const [media = '', ...parameters] = text.split(';').map((part) => part.trim().toLowerCase())
  const [, type, subtype] = /^([^\s/]+)\/([^\s/]+)$/.exec(media) ?? []
  if (type === undefined || subtype === undefined) return []
  const at = parameters.findIndex((each) => each.startsWith('q='))
  const quality = at < 0 ? '1' : (parameters[at] ?? '').slice(2)
  if (!/^(?:\d+(?:\.\d*)?|\.\d+)$/.test(quality)) return []
  const own = at < 0 ? parameters : parameters.slice(0, at)
  // `isNarrow`: the range has parameters of its own, such as a charset. No reply type matches such a range.
  return [{ type, subtype, quality: Number(quality), isNarrow: own.some((each) => each !== '') }]
}

function isIn(mediaType: string, { type, subtype, isNarrow }: ReturnType<typeof readRange>[number]): boolean {
  const [own, below] = mediaType.split('/')
  return !isNarrow && (type === '*' || type === own) && (subtype === '*' || subtype === below)
}

type Formatted = [body: string, headers: Readonly<Record<'content-type', string>>]

/** Returns the body and headers of a text reply: plain text or a JSON string. */
export function textOrJson(text: string, accept: string | undefined): Formatted {
  const type = chosenType(accept, textTypes)
  return [type === 'text/plain' ? text : escapedJson(text), { 'content-type': `${type}; charset=utf-8` }]
}

/** Encodes a string as JSON with the escapes that .NET uses. */
const escapedJson = (value: string) =>
  JSON.stringify(value)
    .replaceAll('\\"', '\\u0022')
    .replace(/[^\x20-\x7E]|[&'+<>`]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`)

export const fill = (text: string, values: RefusalValues) =>
  text.includes('<') ? text.replace(/<(\w+)>/g, (whole, name: string) => String(values[name] ?? whole)) : text

/** The parts of a request that affect the form of its refusal. */
interface RequestFacts {
  readonly path?: string
  /** The content type of the row's problem details. */
  readonly problemType?: string | undefined
  readonly accept?: string | undefined
}

/**
 * Creates the answer for a refusal. `traceId` consumes the call's random numbers, so it is called only if the answer contains a trace id.
 */
export function writeRefusal(
  refusal: Refusal,
  form: RefusalForm,
  area: Area,
  traceId: () => string,
  { path = '', problemType, accept }: RequestFacts = {},
): Answer {
  const headers = headersOf(refusal.values, form, area)
  const { hint } = refusal.values
  const detail = `${fill(form.detail, refusal.values)}${hint === undefined ? '' : ` ${hint}`}`
  if (form.body === 'oauth') {
    const description = form.code === undefined ? detail : `${form.code}: ${detail}`
    return {
      status: form.status,
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({ error: form.error, error_description: description }),
    }
  }
  if (form.body === 'empty') return { status: form.status, headers }
  if (form.body === 'textOrJson') {
    const [body, type] = textOrJson(detail, accept)
    return { status: form.status, headers: { ...headers, ...type }, body }
  }
  if (form.body === 'text') return { status: form.status, headers, body: detail }
  if (form.body === 'string') {
    return { status: form.status, headers: { ...headers, 'content-type': 'application/json; charset=utf-8' }, body: JSON.stringify(detail) }
  }
  if (area.refusalBody === 'text' && form.body !== 'problem')
    return { status: form.status, headers: { ...headers, 'content-type': 'text/plain' }, body: detail }
  headers['content-type'] =
    form.body === 'gateway'
      ? 'application/json'
      : (form.contentType ?? (isOfRequest(form) ? problemType : undefined) ?? contentTypeOf(area, accept))
  const content =
    form.body === 'gateway' ? { statusCode: form.status, message: detail } : problem(refusal, form, area, detail, traceId, path)
  return { status: form.status, headers, body: JSON.stringify(content, null, area.indent) }
}

/** True for errors that the framework detects in the request. */
const isOfRequest = ({ status }: RefusalForm) => status === 400 || status === 415

function headersOf(values: RefusalValues, form: RefusalForm, area: Area): AnswerHeaders {
  const headers: AnswerHeaders = { ...area.headers }
  for (const [name, value] of Object.entries(form.headers ?? {})) {
    if (value === null) delete headers[name]
    else headers[name] = typeof value === 'string' ? fill(value, values) : value.map((one) => fill(one, values))
  }
  if (values.retryAfter !== undefined) headers['retry-after'] = String(values.retryAfter)
  return headers
}

function problem(refusal: Refusal, form: RefusalForm, area: Area, detail: string, traceId: () => string, path: string) {
  const content: Partial<Record<ProblemMember, unknown>> = {}
  const usual = refusal.errors || form.framework ? area.problem.validation : area.problem.members
  for (const member of form.members ?? usual) {
    if (member === 'detail') content.detail = detail
    else if (member === 'instance') content.instance = path
    else if (member === 'traceId') content.traceId = traceId()
    else if (member === 'errors') content.errors = refusal.errors
    else if (member === 'statusDescription') content.statusDescription = reasonPhrase(form.status)
    else content[member] = form[member]
  }
  return content
}

function contentTypeOf({ problem }: Area, accept: string | undefined): string {
  return problem.preferred !== undefined && accept !== undefined && prefersProblem(accept) ? problem.preferred : problem.contentType
}

/**
 * True if the first known range with the highest quality is a problem type. A header that accepts any type expresses no preference. Source:
 * notifications §1.2.
 */
function prefersProblem(accept: string): boolean {
  const ranges = accept.split(',').map((range) => {
    const [type = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase())
    const quality = Number(/^q=([\d.]+)$/.exec(parameters.find((each) => each.startsWith('q=')) ?? '')?.[1] ?? 1)
    return { type, quality }
  })
  if (ranges.some(({ type }) => type === '*/*')) return false
  const bestRange = ranges.toSorted((one, other) => other.quality - one.quality).find(({ type }) => Object.hasOwn(formats, type))
  return bestRange !== undefined && formats[bestRange.type] === 'problem'
}

const formats: Readonly<Record<string, 'json' | 'problem'>> = {
  'application/json': 'json',
  'application/*': 'json',
  'application/problem+json': 'problem',
  'application/*+json': 'problem',
}

const contentTypes = {
  json: 'application/json',
  bytes: 'application/octet-stream',
  form: 'multipart/form-data',
  fields: 'application/x-www-form-urlencoded',
} as const

/** Returns the content type that refusals mention for a row's body. */
export const bodyType = ({ request: { body } }: Pick<RowFacts, 'request'>): string =>
  (body?.kind === 'json' ? body.type : undefined) ?? contentTypes[body?.kind ?? 'json']

const problemType = 'application/problem+json; charset=utf-8'

/** `headers`: headers by which a client recognizes the answer as Standin's own. */
function ownAnswer(status: number, title: string, detail: string, headers: AnswerHeaders, choices?: readonly string[]): Answer {
  const body = JSON.stringify({ type: 'about:blank', title, status, detail, ...(choices && { choices }) })
  return { status, headers: { 'content-type': problemType, ...headers }, body }
}

export const misuseAnswer = ({ message, choices, status }: Misuse): Answer =>
  ownAnswer(status, reasonPhrase(status) ?? 'Misuse', message, { 'x-standin-misuse': 'true' }, choices)

/** Source: decisions §2. */
export const goneAnswer = ({ message }: Error): Answer => ownAnswer(503, 'Service Unavailable', message, { 'x-standin-world-gone': 'true' })

/** Returns the answer if no server can currently handle the world's calls. */
export const awayAnswer = (detail: string): Answer =>
  ownAnswer(503, 'Service Unavailable', detail, { 'retry-after': '1', 'x-standin-world-away': 'true' })

/** Returns the answer for a bug in Standin. The stack trace is logged instead of being sent to the client. */
export const bugAnswer = (): Answer =>
  ownAnswer(500, 'Bug in Standin', 'This is a bug in Standin, not a simulated failure. The stack trace is in the log.', {
    'x-standin-bug': 'true',
  })
