/** Finds blanks as the live services do. Source: notifications §4.6. */

/** White space of Unicode: unlike in JavaScript, U+0085 is a blank, and U+FEFF is none. */
const isBlank = (sign: string | undefined): boolean => sign !== undefined && sign !== '\uFEFF' && (sign === '\u0085' || sign.trim() === '')

/** The text without the blanks around it. */
export function trimBlanks(text: string): string {
  let [start, end] = [0, text.length]
  while (start < end && isBlank(text[start])) start += 1
  while (end > start && isBlank(text[end - 1])) end -= 1
  return text.slice(start, end)
}

/** Found in every text that is more than blanks. */
export const notBlank = /[^\s\u0085]|\uFEFF/
