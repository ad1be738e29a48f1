/** Blanks as the live services find them, and text as bytes. */

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
