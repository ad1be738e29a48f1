/** The `validate` stage: reads a call's request and validates it against its row's schemas. */
import type { z } from 'zod'
import type { BodyReader } from '../../areas/areas.ts'
import { readers } from '../../areas/index.ts'
import { header } from '../../wire/call.ts'
import { parseExactly, sizeError } from '../../wire/json.ts'
import { decodeStray, errorsOf, noTokens } from '../../wire/json-errors.ts'
import { type Errors, Refusal } from '../../wire/refusal.ts'
import type { Input, JsonBody } from '../../wire/row.ts'
import type { Area } from '../../wire/vocabulary.ts'
import { noteBody } from '../journal-line/line.ts'
import type { Walk } from '../walk.ts'
import { brokenJson, hasHalfName } from './broken-json.ts'
import { demandReadableForm, queryOf, readFields, readFormBody } from './form-and-query-input.ts'
import { readValue } from './json-values.ts'
import { bodyAtMinimumRate, wholeBody } from './minimum-upload-rate.ts'

/** Maximum JSON body size in bytes. Source: notifications §1.3. */
export const jsonLimit = 30_000_000

/** Returns a call's input. The request is read only once, either by rules that need it or by the `validate` stage. */
export function inputOf(walk: Walk): Promise<Input> {
  walk.input ??= readInput(walk)
  return walk.input
}

async function readInput(walk: Walk): Promise<Input> {
  const { request } = walk.route.row
  const issues: z.core.$ZodIssue[] = []
  const params = validatePart(request.params, () => parameters(walk), issues)
  const query = validatePart(request.query, () => queryOf(walk), issues)
  const headers = validatePart(request.headers, () => walk.call.headers, issues)
  if (issues.length > 0) throw new Refusal('validation', {}, errorsOf(issues))
  return { params, query, headers, body: await readBody(walk) } as Input
}

function validatePart(schema: z.ZodObject | undefined, read: () => unknown, issues: z.core.$ZodIssue[]): Record<string, unknown> {
  if (!schema) return {}
  const result = schema.safeParse(read())
  if (result.success) return result.data
  issues.push(...result.error.issues)
  return {}
}

/** Returns the path parameters without validating them. */
export function parameters({ route, values }: Pick<Walk, 'route' | 'values'>): Record<string, string> {
  const named: Record<string, string> = {}
  route.names.forEach((name, at) => {
    named[name] = values[at] ?? ''
  })
  return named
}

async function readBody(walk: Walk): Promise<unknown> {
  const { row, area } = walk.route
  const { body } = row.request
  if (!body)
    return row.demandsJson && area.json.checkedWhen === 'reading' && header(walk.call.headers, 'content-type')
      ? demandJson(walk)
      : undefined
  if (body.kind === 'json') return readJson(walk, body)
  if (body.kind === 'fields') return readFields(walk, body)
  return body.kind === 'form' ? readFormBody(walk, body) : bodyAtMinimumRate(walk)
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
const utf16 = new TextDecoder('utf-16le', { ignoreBOM: true })

async function readJson(walk: Walk, body: JsonBody): Promise<unknown> {
  const type = header(walk.call.headers, 'content-type') ?? ''
  // The broker reads a form before it refuses the form's content type.
  if (walk.route.area.reader === 'fileTransfer' && mediaType(type) === 'multipart/form-data') {
    const form = await wholeBody(walk, jsonLimit)
    noteBody(walk.line, walk.world, form)
    demandReadableForm(type, form)
    return demandJson(walk)
  }
  demandJson(walk, body)
  // The live framework fails on a UTF-16 body. Source: events §4.2.
  if (walk.route.area.reader === 'events' && !body.parse && charsetOf(type) === 'utf-16') throw new Refusal('events-failure')
  const bytes = await wholeBody(walk, jsonLimit)
  if (bytes.byteLength > 0 || !body.optional) return jsonIn(walk, body, bytes)
  noteBody(walk.line, walk.world, bytes)
  return undefined
}

function jsonIn(walk: Walk, body: JsonBody, bytes: Uint8Array): unknown {
  const reader = readers[walk.route.area.reader]
  const decoded = decode(bytes, header(walk.call.headers, 'content-type'))
  const text = decoded.startsWith('\uFEFF') ? decoded.slice(1) : decoded
  noteBody(walk.line, walk.world, bytes, text)
  if (text === '') throw new Refusal('validation', {}, nothingRead(walk, bytes, reader, body))
  if (body.parse) return body.parse(text)
  const value = parse(text, reader, body)
  const result = body.schema.safeParse(readValue(body.schema, value, reader.accepts))
  if (!result.success) throw new Refusal('validation', {}, reader.errors(result.error.issues, value, text, body.names))
  const broken = body.constraints?.(result.data, { now: walk.world.clock.now() })
  if (broken) throw new Refusal('validation', {}, broken)
  return result.data
}

/**
 * Returns the errors for a body without content. A body of unknown length counts as present even if it is empty, as does a body that is
 * only a byte order mark.
 */
function nothingRead({ call }: Walk, bytes: Uint8Array, reader: BodyReader, { names }: JsonBody): Errors {
  const isTold = bytes.byteLength === 0 && header(call.headers, 'transfer-encoding') === undefined
  return isTold ? reader.empty(names) : reader.malformed('', noTokens, names)
}

function decode(bytes: Uint8Array, type: string | undefined): string {
  if (type?.includes('=') && charsetOf(type) === 'utf-16') return utf16.decode(bytes)
  try {
    return utf8.decode(bytes)
  } catch {
    return decodeStray(bytes)
  }
}

/** Refuses a missing content type, or a wrong one if the area checks content types while reading. */
function demandJson({ call, route }: Walk, body?: JsonBody): void {
  const type = header(call.headers, 'content-type')
  const charset = type?.includes('=') ? charsetOf(type) : undefined
  const isRead = charset === undefined || charset === 'utf-8' || charset === 'utf-16'
  const wanted = body?.type ?? 'application/json'
  if (type === undefined || !isRead || !fitsType(type, route.area, body))
    throw new Refusal('unreadable-media-type', { type: wanted, reason: contentTypeFault(call, wanted) })
}

export const fitsType = (type: string, { json }: Area, body?: Pick<JsonBody, 'type'>): boolean =>
  body?.type === undefined ? json.types.test(mediaType(type)) : mediaType(type) === body.type

export function contentTypeFault({ headers }: Walk['call'], wanted: string): string {
  const type = header(headers, 'content-type')
  return `${type === undefined ? 'the call has no content type' : `the content type is ${type.slice(0, 100)}`}; use ${wanted}`
}

export const mediaType = (contentType: string) => (contentType.split(';', 1)[0] ?? '').trim().toLowerCase()

/** Other .NET names for the supported charsets. */
const charsets: Readonly<Record<string, string>> = {
  'utf-16le': 'utf-16',
  'ucs-2': 'utf-16',
  'iso-10646-ucs-2': 'utf-16',
  unicode: 'utf-16',
  'unicode-1-1-utf-8': 'utf-8',
  'unicode-2-0-utf-8': 'utf-8',
  'x-unicode-1-1-utf-8': 'utf-8',
  'x-unicode-2-0-utf-8': 'utf-8',
}

function charsetOf(type: string): string | undefined {
  const charset = /;\s*charset="?([^\s";]+)/i.exec(type)?.[1]?.toLowerCase()
  return charset === undefined ? undefined : (charsets[charset] ?? charset)
}

/** An escaped high surrogate, which is the first half of a pair. */
const halfEscape = /\\u[dD][89a-fA-F]/

function parse(text: string, reader: BodyReader, { names, schema }: JsonBody): unknown {
  const tooLarge = sizeError(text)
  // The reply contains the position where the nesting becomes too deep, but no position if there are too many values.
  if (tooLarge?.tooDeep) throw new Refusal('validation', {}, brokenJson(text, tooLarge.reason, reader, schema, names))
  if (tooLarge) throw new Refusal('validation', {}, reader.malformed('', tooLarge.reason, names))
  let value: unknown
  try {
    value = reader.exact ? parseExactly(text) : JSON.parse(text)
  } catch (thrown) {
    throw new Refusal('validation', {}, brokenJson(text, thrown instanceof Error ? thrown.message : String(thrown), reader, schema, names))
  }
  if (value === null) throw new Refusal('validation', {}, reader.empty(names))
  const mayHaveHalf = halfEscape.test(text) || !text.isWellFormed()
  if (reader.exact && mayHaveHalf && hasHalfName(text, schema))
    throw new Refusal('validation', {}, brokenJson(text, '', reader, schema, names))
  return value
}
