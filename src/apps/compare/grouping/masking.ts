/** Masks tokens, personal data and message texts in reports, and bounds the replies that they show. */
import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib'
import { type CallHeaders, header } from '../../../service/wire/call.ts'
import { isObject, parseJson } from '../../../service/wire/json.ts'
import { contentSize } from '../comparing/contents.ts'
import type { Content } from '../exchange.ts'

/** Masks a value. `where`: the path of its member in the reply, such as `recipients[].status`; `body` or empty: the whole body. */
export type Mask = (where: string, value: unknown) => unknown

const messageTexts = /(?:subject|body|message|content|text)$/i
/** Members whose text comes from the service itself. */
const ownTexts = /statusText$/i
const isWhole = (where: string) => where === '' || where === 'body'
const isMessage = (where: string) => messageTexts.test(where) && !ownTexts.test(where) && !isWhole(where)
const secretName = /token|secret|password|assertion|api-?key|authorization$/i
const isSecret = (where: string) => secretName.test(where.slice(where.lastIndexOf('.') + 1))
const secrets = [
  [/eyJ[\w.-]+/g, '<token>'],
  [/\b(Bearer|Basic)\s+[\w.~+/=-]+/gi, '$1 <token>'],
  [/((?:token|key|secret|password|assertion|sig|signature|code)=)[^&\s"]+/gi, '$1<secret>'],
] as const
const person = [
  [/[^\s"'@<>/,;:?&=]{1,64}(?:@|%40)[\w.-]{1,250}/g, '<email>'],
  [/(?<![\w.-])(?:\+|00)\d{2}(?: ?\d){6,13}(?!\d|-[\da-f]{4}-)/g, '<phone>'],
  [/%2B\d{6,15}(?!\d)/gi, '<phone>'],
  [/(?<![\d-])\d{11}(?![\d-])/g, '<identity number>'],
  [/(?<![\w.:-])(?:47)?[2-9]\d{7}(?![\w.-])/g, '<phone>'],
] as const

/** Maximum number of characters to show from a value. */
const mostShown = 200
/** Number of characters searched in a longer value. */
const mostRead = 2_000

/** Returns a function that masks values in a reply to an operation: always secrets, and personal data unless `showValues` is set. */
export function maskFor(operation: string, showValues: boolean): Mask {
  const isTokenText = operation.startsWith('authentication.')
  const rules = showValues ? secrets : [...secrets, ...person]

  function mask(where: string, value: unknown): unknown {
    if (value === null || typeof value === 'boolean') return value
    if (typeof value === 'object') return cut(JSON.stringify(maskedMembers(where, value, mask)))
    if (isSecret(where) || (isTokenText && isWhole(where))) return '<secret>'
    if (typeof value === 'number') return showValues || String(value).length < 8 ? value : '<number>'
    const text = typeof value === 'string' ? value : JSON.stringify(value)
    if (!showValues && isMessage(where)) return text === '' ? '' : `<text of ${text.length} characters>`
    return cut(rules.reduce((left, [pattern, name]) => left.replace(pattern, name), text.slice(0, mostRead)))
  }
  return mask
}

/** Masks each member of a JSON value, and the names of members. */
function maskedMembers(where: string, value: unknown, mask: Mask): unknown {
  if (Array.isArray(value)) return value.map((each) => maskedMembers(where, each, mask))
  if (!isObject(value)) return mask(where, value)
  // The dot tells a member named `body` from the whole body.
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [String(mask('.', name)), maskedMembers(`${where}.${name}`, each, mask)]),
  )
}

const cut = (text: string) => (text.length > mostShown ? `${text.slice(0, mostShown)}…` : text)

export type ShownReply = ReturnType<typeof shownReply>

/** Maximum number of characters to show from a body. */
const mostOfBody = 16_384
/** Maximum size in bytes of a decompressed body. */
const mostUnpacked = 2 ** 20
const mostHeaders = 60
const leftOut = /^(?:x-standin-.*|set-cookie)$/

export function shownReply(
  { status, headers, body }: { readonly status: number; readonly headers: CallHeaders; readonly body: Content | undefined },
  mask: Mask,
) {
  const named = Object.entries(headers).flatMap(([name, value]) =>
    value === undefined || leftOut.test(name) ? [] : [[name, String(mask(`headers.${name}`, [value].flat().join(', ')))]],
  )
  const text = body instanceof Uint8Array ? textOf(body, headers) : undefined
  const shown = text === undefined ? null : maskedText(text, mask)
  return {
    status,
    /** Keyed by lowercase name. */
    headers: Object.fromEntries(named.slice(0, mostHeaders)),
    /** Null if the body is not text, or was not stored. */
    body: shown === null ? null : shown.slice(0, mostOfBody),
    /** Size of the whole body in bytes. */
    bytes: body === undefined ? 0 : contentSize(body),
    /** Number of characters omitted from the body. */
    missing: Math.max(0, (shown?.length ?? 0) - mostOfBody),
  }
}

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** Returns undefined for bytes that are not text, or that exceed the limit when decompressed. */
function textOf(bytes: Uint8Array, headers: CallHeaders): string | undefined {
  const encoding = (header(headers, 'content-encoding') ?? '').trim().toLowerCase()
  const bounds = { maxOutputLength: mostUnpacked }
  try {
    if (encoding === '' || encoding === 'identity') return utf8.decode(bytes)
    if (encoding === 'gzip' || encoding === 'x-gzip') return utf8.decode(gunzipSync(bytes, bounds))
    if (encoding === 'br') return utf8.decode(brotliDecompressSync(bytes, bounds))
    return encoding === 'deflate' ? utf8.decode(inflateSync(bytes, bounds)) : undefined
  } catch {
    return undefined
  }
}

function maskedText(text: string, mask: Mask): string {
  const value = parseJson(text)
  return value === undefined ? String(mask('', text)) : JSON.stringify(maskedMembers('', value, mask))
}
