/** Parses JSON as the live services do, and limits its size, depth and number of values. */

import { isBlank } from './json/tokens.ts'
import { mostLevels } from './json-scan.ts'
import { Misuse } from './misuse.ts'

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

export interface Extent {
  readonly values: number
  readonly levels: number
}

/**
 * One pass, which stops where the text has more than `most`. In a text that is not JSON, it counts brackets and commas as if the text were
 * JSON.
 */
export function extentOf(text: string, most: Extent): Extent {
  let [level, levels, values] = [0, 0, 1]
  let isFirst = false
  for (let at = 0; at < text.length && values <= most.values && levels <= most.levels; at += 1) {
    const code = text.charCodeAt(at)
    if (isBlank(code)) continue
    // A list or an object has one member more than commas, unless it is empty.
    if (code === comma || (isFirst && !isClosing(code))) values += 1
    isFirst = isOpening(code)
    if (isFirst) {
      level += 1
      if (level > levels) levels = level
    } else if (isClosing(code)) level -= 1
    else if (code === quote) at = endOfString(text, at)
  }
  return { values, levels }
}

const [quote, comma, backslash, list, object, endOfList, endOfObject] = Array.from('",\\[{]}', (sign) => sign.charCodeAt(0))

const isOpening = (code: number) => code === list || code === object
const isClosing = (code: number) => code === endOfList || code === endOfObject

function endOfString(text: string, from: number): number {
  for (let at = from + 1; ; at++) {
    const end = text.indexOf('"', at)
    if (end < 0) return text.length
    let slashes = 0
    while (text.charCodeAt(end - 1 - slashes) === backslash) slashes++
    if (slashes % 2 === 0) return end
    at = end
  }
}

export interface Bounds {
  /** Bytes, unpacked. */
  readonly most: number
  /** Its sender or its file, for messages. */
  readonly place: string
}

/** Stops reading beyond the bounds, with {@link Misuse}. */
export async function boundedText(chunks: AsyncIterable<Uint8Array> | null, { most, place: sender }: Bounds): Promise<string> {
  const decoder = new TextDecoder()
  const parts: string[] = []
  let size = 0
  for await (const bytes of chunks ?? []) {
    size += bytes.byteLength
    if (size > most) throw new Misuse(`${sender} answers with more than ${most} bytes.`)
    parts.push(decoder.decode(bytes, { stream: true }))
  }
  return parts.join('') + decoder.decode()
}

/** The same for JSON, which may also be too deep, or have too many values. */
export async function boundedJson(chunks: AsyncIterable<Uint8Array> | null, bounds: Bounds): Promise<string> {
  const text = await boundedText(chunks, bounds)
  demandModest(text, bounds)
  return text
}

/** `text`: JSON, or not. Throws {@link Misuse}. */
export function demandModest(text: string, { most, place }: Bounds): void {
  const excess = excessIn(text, most)
  if (excess !== undefined) throw new Misuse(`${place} ${excess}.`)
}

/** Nothing that Standin writes is nested deeper: walking through it would take more stack than there is. */
const mostDepth = 100
/** What counts for a value: it takes more memory than its text. In what Standin writes, a value has as many characters, or more. */
export const bytesOfValue = 24

/** What JSON has too much of, where so many bytes of it are allowed. `text`: JSON, or not. */
export function excessIn(text: string, most: number): string | undefined {
  // Few values take little, however small the text may be.
  const mostValues = Math.max(1_000, Math.floor(most / bytesOfValue))
  const { values, levels } = extentOf(text, { values: mostValues, levels: mostDepth })
  if (levels > mostDepth) return `is nested more than ${mostDepth} deep`
  return values > mostValues ? `has more than ${mostValues} values` : undefined
}
