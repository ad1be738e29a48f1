/** Reads JSON within bounds, as the live services do. */
import { extentOf } from './json-extent.ts'
import { mostLevels } from './json-scan.ts'
import { utf8 } from './text.ts'

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Source: assumed; an order with 10,000 reminders has half as many. */
const mostValues = 250_000

export interface SizeError {
  readonly reason: string
  readonly tooDeep: boolean
}

/** What is wrong with the size of a text; undefined when nothing is. Of two errors, the one that stands first. */
export function sizeError(text: string, most = mostLevels): SizeError | undefined {
  if (isSmall(text)) return undefined
  const { values, levels } = extentOf(text, { values: mostValues, levels: most })
  if (values > mostValues) return { reason: `The body holds more than ${mostValues} values.`, tooDeep: false }
  return levels > most ? { reason: `The maximum depth of ${most} has been exceeded.`, tooDeep: true } : undefined
}

/** A value needs a character, and a level a bracket: most bodies are so small that one look is enough. */
const isSmall = (text: string) => text.length < mostValues && openings(text, '{') + openings(text, '[') <= mostLevels

/** Stops counting where there are too many. */
function openings(text: string, bracket: string): number {
  let count = 0
  for (let at = text.indexOf(bracket); at >= 0 && count <= mostLevels; at = text.indexOf(bracket, at + 1)) count += 1
  return count
}

export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** In the place of a value that the services cannot read. No schema accepts it. */
const unreadable = Symbol('unreadable')

/** A number that is not written whole, or that JavaScript may not hold exactly. */
const oddNumber = /[:,[]\s*-?(?:\d+[.eE]|\d{16})/

/** Like `JSON.parse`. A body without such numbers, escapes and bytes costs one look more. */
export function parseExactly(text: string): unknown {
  return text.includes('\\u') || oddNumber.test(text) || !text.isWellFormed() ? JSON.parse(text, revive as Reviver) : JSON.parse(text)
}

type Reviver = (this: unknown, key: string, value: unknown) => unknown

/** Engines without `context` read such numbers as JavaScript does. */
function revive(key: string, value: unknown, context?: { readonly source?: string }): unknown {
  if (!key.isWellFormed()) return unreadable
  if (typeof value === 'string') return value.isWellFormed() ? value : unreadable
  if (typeof value !== 'number' || context?.source === undefined) return value
  const number = wholeNumber(context.source)
  return number === undefined ? unreadable : Object.is(value, -0) ? value : number
}

const digits = /^[+-]?0*\d{1,19}$/
const bound = 2n ** 63n

/** The number that is written whole in a text; undefined beyond 64 bits. Where JavaScript cannot hold it, one close to it. */
export function wholeNumber(text: string): number | undefined {
  if (!digits.test(text)) return undefined
  const number = Number(text)
  if (number === 0) return 0
  if (Number.isSafeInteger(number)) return number
  const exact = BigInt(text)
  return exact >= -bound && exact < bound ? Math.min(number, 2 ** 63 - 1024) : undefined
}

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

// In a text, a byte that is not UTF-8 becomes half a character, which no readable text holds.
/** Half characters from here on stand for bytes from 0x80 on. */
const firstStray = 0xdc80 - 0x80
const strays = /(?<![\uD800-\uDBFF])[\uDC80-\uDCFF]/g

/** The text of bytes. It is not well-formed where they are not UTF-8. */
export function decodeStray(bytes: Uint8Array): string {
  const parts: string[] = []
  for (let at = 0; at < bytes.length; ) {
    const width = readable(bytes, at)
    parts.push(width === 0 ? String.fromCharCode(firstStray + (bytes[at] ?? 0)) : decoder.decode(bytes.subarray(at, at + width)))
    at += width || 1
  }
  return parts.join('')
}

/** The length of the characters at a place: all ASCII up to the next other byte, or one character. 0 for what is none. */
function readable(bytes: Uint8Array, start: number): number {
  let end = start
  while (end < bytes.length && (bytes[end] ?? 0) < 0x80) end += 1
  if (end > start) return end - start
  const first = bytes[start] ?? 0
  const width = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2
  try {
    decoder.decode(bytes.subarray(start, start + width))
    return width
  } catch {
    return 0
  }
}

/** The number of bytes that a text came from. */
export const byteLength = (text: string): number => utf8(text).length - 2 * (text.match(strays)?.length ?? 0)

/** A character as the messages show it: the byte that it begins with, unless that is printable. */
export function shownByte(text: string, offset: number): string {
  const code = text.codePointAt(offset) ?? 0
  const byte = code >= 0xdc80 && code <= 0xdcff ? code - firstStray : (utf8(String.fromCodePoint(code))[0] ?? 0)
  return byte >= 0x20 && byte < 0x7f ? `'${String.fromCharCode(byte)}'` : `'0x${byte.toString(16).toUpperCase().padStart(2, '0')}'`
}
