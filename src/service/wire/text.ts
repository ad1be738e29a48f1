/** Blanks as the live services find them, text as bytes, and the beginning of a text that a client wrote. */

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
