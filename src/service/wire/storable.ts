/** What the databases of the live services do not take: U+0000, and texts that are too long for their column. Source: file-transfer §7.4. */
import { type Errors, Refusal } from './refusal.ts'

/** Texts that are stored, by the key of the value, each with the characters of its column where those are few. */
export type Stored = Readonly<Record<string, readonly [text: string, most?: number]>>

/** Refuses with `unmappable`. */
export function demandStorable(stored: Stored): void {
  const errors: Errors = {}
  for (const [key, [text, most = Number.POSITIVE_INFINITY]] of Object.entries(stored)) {
    if (text.includes('\0')) errors[key] = ['The text contains U+0000.']
    else if (isLonger(text, most)) errors[key] = [`The text has more than ${most} characters.`]
  }
  if (Object.keys(errors).length > 0) throw new Refusal('unmappable', {}, errors)
}

/** Counts as PostgreSQL does: code points, without blanks beyond the end of the column. */
function isLonger(text: string, most: number): boolean {
  if (text.length <= most) return false
  let end = text.length
  while (text[end - 1] === ' ') end--
  return Array.from(text.slice(0, end)).length > most
}

/** The same for each text in a value of JSON. Source: notifications §4.3. */
export function demandStorableTexts(value: unknown): void {
  if (!JSON.stringify(value).includes('\\u0000')) return
  const errors: Errors = {}
  const look = (within: unknown, path: string): void => {
    if (typeof within === 'string' && within.includes('\0')) errors[path] = ['The value must not contain U+0000.']
    if (typeof within === 'object' && within !== null)
      for (const [name, member] of Object.entries(within)) look(member, path === '' ? name : `${path}.${name}`)
  }
  look(value, '')
  if (Object.keys(errors).length > 0) throw new Refusal('unmappable', {}, errors)
}
