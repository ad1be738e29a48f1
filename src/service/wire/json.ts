/** Parses JSON the way the live services do, and limits its size, depth and number of values. */

import { mostLevels } from './json/scan.ts'
import { isBlank } from './json/tokens.ts'
import { Misuse } from './misuse.ts'

export { type Path, type Step, scan } from './json/scan.ts'

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Source: assumed. An order with 10,000 reminders has half as many values. */
const mostValues = 250_000

export interface SizeError {
  readonly reason: string
  readonly tooDeep: boolean
}

/** Returns an error if the text is too large or too deep. If both apply, returns whichever occurs first. */
export function sizeError(text: string, most = mostLevels): SizeError | undefined {
  // Every value needs a character and every level a bracket, so most bodies pass this cheap check.
  if (text.length < mostValues && openings(text, '{') + openings(text, '[') <= mostLevels) return undefined
  const { values, levels } = extentOf(text, { values: mostValues, levels: most })
  if (values > mostValues) return { reason: `The body contains more than ${mostValues} values.`, tooDeep: false }
  return levels > most ? { reason: `The maximum depth of ${most} has been exceeded.`, tooDeep: true } : undefined
}

/** Stops counting at the limit. */
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

/** Replaces a value that the services cannot read. No schema accepts this symbol. */
const unreadable = Symbol('unreadable')

/** Matches a number with a fraction or exponent, or one that JavaScript might not represent exactly. */
const oddNumber = /[:,[]\s*-?(?:\d+[.eE]|\d{16})/

/**
 * Like `JSON.parse`, but checks numbers and strings the way the services do. Bodies without unusual numbers, escapes or bytes take a fast
 * path.
 */
export function parseExactly(text: string): unknown {
  return text.includes('\\u') || oddNumber.test(text) || !text.isWellFormed() ? JSON.parse(text, revive as Reviver) : JSON.parse(text)
}

type Reviver = (this: unknown, key: string, value: unknown) => unknown

/**
 * Checks each parsed value as the services do. JavaScript engines that do not pass `context` parse unusual numbers like any other number.
 */
function revive(key: string, value: unknown, context?: { readonly source?: string }): unknown {
  if (!key.isWellFormed()) return unreadable
  if (typeof value === 'string') return value.isWellFormed() ? value : unreadable
  if (typeof value !== 'number' || context?.source === undefined) return value
  const number = wholeNumber(context.source)
  return number === undefined ? unreadable : Object.is(value, -0) ? value : number
}

const digits = /^[+-]?0*\d{1,19}$/
const bound = 2n ** 63n

/** Parses an integer. Undefined if it does not fit in 64 bits. Returns a nearby number if JavaScript cannot represent it exactly. */
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
 * Counts values and levels in a single pass and stops once the text exceeds `most`. Also counts brackets and commas in text that is not
 * JSON.
 */
export function extentOf(text: string, most: Extent): Extent {
  let [level, levels, values] = [0, 0, 1]
  let isFirst = false
  for (let at = 0; at < text.length && values <= most.values && levels <= most.levels; at += 1) {
    const code = text.charCodeAt(at)
    if (isBlank(code)) continue
    // A list or object has one more member than commas, unless it is empty.
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
  /** Uncompressed size in bytes. */
  readonly most: number
  /** Names the sender or file in messages. */
  readonly place: string
}

/** Throws {@link Misuse} beyond the limit. */
export async function boundedText(chunks: AsyncIterable<Uint8Array> | null, { most, place: sender }: Bounds): Promise<string> {
  const decoder = new TextDecoder()
  const parts: string[] = []
  let size = 0
  for await (const bytes of chunks ?? []) {
    size += bytes.byteLength
    if (size > most) throw new Misuse(`The reply from ${sender} is larger than ${most} bytes.`)
    parts.push(decoder.decode(bytes, { stream: true }))
  }
  return parts.join('') + decoder.decode()
}

/** Like {@link boundedText}, but also rejects JSON that is too deep or has too many values. */
export async function boundedJson(chunks: AsyncIterable<Uint8Array> | null, bounds: Bounds): Promise<string> {
  const text = await boundedText(chunks, bounds)
  demandModest(text, bounds)
  return text
}

/** Throws {@link Misuse} beyond the limit. `text` need not be valid JSON. */
export function demandModest(text: string, { most, place }: Bounds): void {
  const excess = excessIn(text, most)
  if (excess !== undefined) throw new Misuse(`${place} ${excess}.`)
}

/** The maximum nesting depth. Standin never writes JSON that is nested more deeply, and reading such JSON could overflow the stack. */
const mostDepth = 100
/**
 * Limits the number of values, because a parsed value needs more memory than its text. Files that Standin writes contain at least this many
 * bytes per value.
 */
export const bytesOfValue = 24

/**
 * Describes the limit that a JSON text exceeds if it may have up to `most` bytes. Undefined if it exceeds none. `text` need not be valid
 * JSON.
 */
export function excessIn(text: string, most: number): string | undefined {
  // A few values need little memory, however short their text.
  const mostValues = Math.max(1_000, Math.floor(most / bytesOfValue))
  const { values, levels } = extentOf(text, { values: mostValues, levels: mostDepth })
  if (levels > mostDepth) return `is nested more than ${mostDepth} levels deep`
  return values > mostValues ? `contains more than ${mostValues} values` : undefined
}
