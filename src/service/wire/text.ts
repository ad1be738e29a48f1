/** Text: blanks, bytes and excerpts, and the values of parameters. */
import { Misuse } from './misuse.ts'

/** White space of Unicode: unlike in JavaScript, U+0085 is a blank, and U+FEFF is none. */
const isBlank = (sign: string | undefined): boolean => sign !== undefined && sign !== '\uFEFF' && (sign === '\u0085' || sign.trim() === '')

/** The text without the blanks around it. Source: notifications §4.6. */
export function trimBlanks(text: string): string {
  let [start, end] = [0, text.length]
  while (start < end && isBlank(text[start])) start += 1
  while (end > start && isBlank(text[end - 1])) end -= 1
  return text.slice(start, end)
}

/** Found in every text that is more than blanks. */
export const notBlank = /[^\s\u0085]|\uFEFF/

const encoder = new TextEncoder()

/** The bytes of a text, in UTF-8. Under jsdom, TextEncoder makes arrays of another realm, which `instanceof` does not know here. */
export function utf8(text: string): Uint8Array<ArrayBuffer> {
  const bytes = encoder.encode(text)
  return bytes instanceof Uint8Array ? bytes : new Uint8Array(bytes)
}

/** How many characters of a name or a value are kept and repeated. Source: decisions §8. */
export const valueLimit = 256

/** A copy. A slice of a text, and a text that was joined from slices, keep all of these texts in memory. */
export const copied = (text: string): string => ` ${text}`.slice(1)

/** A copy where the text is too long. */
export const cut = (text: string, limit: number): string => (text.length <= limit ? text : copied(text.slice(0, limit)))

/** A name or a value as it stands in a reply. What is left out shows as `…`. */
export const excerpt = (text: string): string => (text.length <= valueLimit ? text : `${cut(text, valueLimit)}…`)

/**
 * A list of exactly so many items. `push` and spreading leave room for sixteen more: 136 bytes in each record, which takes 1.2 to 2.5 KiB
 * (`npm run bench:memory`).
 */
export const appended = <T>(list: readonly [T, ...T[]], items: readonly T[]): [T, ...T[]] => list.concat(items) as [T, ...T[]]

const mostInteger = 2 ** 31 - 1

/**
 * Reads a name in any case, or the index of a name. Returns the name, the number if no name has that index, or undefined for any other
 * text. Source: file-transfer §4.3.
 */
export function readChoice<T extends string>(names: readonly T[], text: string): T | number | undefined {
  const wanted = trimBlanks(text).toLowerCase()
  const named = names.find((name) => name.toLowerCase() === wanted)
  if (named !== undefined || !/^[+-]?\d+$/.test(wanted)) return named
  const index = Number(wanted)
  return names[index] ?? (Math.abs(index) > mostInteger ? undefined : index)
}

/** An unsigned number of 32 bits as .NET reads it; undefined for any other text. */
export function readUnsigned(text: string): number | undefined {
  const [, sign, digits = ''] = /^[\t-\r ]*([+-]?)(\d+)[\t-\r ]*\0*$/.exec(text) ?? []
  const value = Number(digits)
  if (digits === '' || value > 0xffff_ffff || (sign === '-' && value !== 0)) return undefined
  return value
}
export function readFlag(text: string): boolean | undefined {
  const wanted = trimBlanks(text).toLowerCase()
  return wanted === 'true' ? true : wanted === 'false' ? false : undefined
}

/** Reading an address removes such a part of a path, and the part before it. Some proxies decode `%2e` first. */
const wayUp = /^(?:\.|%2e){1,2}$/i

/** Whether an address would lose the value, or change on its account. */
const isLost = (value: string): boolean => value === '' || !value.isWellFormed() || wayUp.test(value)

/** Throws {@link Misuse} for a value that no path can hold. */
export function demandPathValue(name: string, value: string): void {
  if (!isLost(value)) return
  const why =
    value === '' ? 'an address needs a value there' : value.isWellFormed() ? 'an address would go another way' : 'half a character'
  throw new Misuse(`${name} is ${JSON.stringify(value.slice(0, 100))}: ${why}. Give the name or id of one.`)
}

/** The value, encoded as one part of a path. Throws {@link Misuse} for a value that no path can hold. */
export function pathValue(name: string, value: string | number = ''): string {
  const text = String(value)
  demandPathValue(name, text)
  return encodeURIComponent(text)
}
