/** What .NET takes for a blank: the white space of Unicode. U+0085 is one, and U+FEFF is none, unlike in JavaScript. Source: notifications §4.6. */

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
