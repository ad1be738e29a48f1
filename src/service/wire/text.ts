/** Text: blanks, bytes and excerpts, values of parameters, and safe source text of shells, XML and terminals. */

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

/** Where an expression of the program stands in a text. Only {@link gap} makes one: no value of JSON looks like it. */
interface Gap {
  readonly [expressionOf]: string
}
const expressionOf = Symbol('expression')
export type Piece = string | Gap

/** `expression`: source text that Standin itself wrote. */
export const gap = (expression: string): Gap => ({ [expressionOf]: expression })
const _isGap = (value: unknown): value is Gap => typeof value === 'object' && value !== null && expressionOf in value
const expressionIn = (one: Gap): string => one[expressionOf]

/** Texts that follow each other are one, so that no sequence of characters is cut in two. */
function joined(pieces: readonly Piece[]): Piece[] {
  const whole: Piece[] = []
  for (const piece of pieces) {
    const last = whole.at(-1)
    if (typeof piece === 'string' && typeof last === 'string') whole[whole.length - 1] = last + piece
    else whole.push(piece)
  }
  return whole.filter((piece) => piece !== '')
}

/** One word of a POSIX shell. A shell has no NUL: it is left out. Within a gap stands what a shell expands within double quotes. */
export function shWord(pieces: readonly Piece[]): string {
  const words = joined(pieces).map((piece) =>
    typeof piece === 'string' ? `'${piece.replaceAll('\0', '').replaceAll("'", "'\\''")}'` : `"${expressionIn(piece)}"`,
  )
  return words.join('') || "''"
}

/** The same without quotes where it needs none. */
export const shWordBriefly = (text: string): string => (/^[\w./:=@][\w./:=@-]*$/.test(text) ? text : shWord([text]))

/**
 * One word of cmd.exe. Undefined: no quotes make it safe, because cmd.exe expands `%` and `!` within quotes, a quote ends them, and an end
 * of a line ends the line. A program reads a backslash before a quote as a part of the quote. Commands of cmd.exe have no quotes around
 * their name.
 */
export function cmdWord(text: string): string | undefined {
  if (/[\p{Cc}"%!]/u.test(text)) return undefined
  if (/^[\w@-]+$/.test(text)) return text
  let begin = text.length
  while (text[begin - 1] === '\\') begin--
  return `"${text}${text.slice(begin)}"`
}

/**
 * What no line of source text and of a terminal may hold: control characters, ends of lines of Unicode, what turns the direction of a text,
 * halves of characters.
 */
const unseen = /[\p{Cc}\p{Cs}\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/gu
const simple: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' }
const seen = (sign: string) => simple[sign] ?? `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`

/** From U+007F on as JSON escapes it: a text of JSON stays one, and says the same. */
const onTerminal = (sign: string) => simple[sign] ?? (sign < ' ' ? `\\x${sign.charCodeAt(0).toString(16).padStart(2, '0')}` : seen(sign))

/** A text for a terminal, on one line: what would control it is shown, such as `\x1b` and `\u202e`. */
export const shownLine = (text: string): string => text.replace(unseen, onTerminal)
/** The same, on its own lines. */
export const shownLines = (text: string): string => text.replace(unseen, (sign) => (sign === '\n' ? sign : onTerminal(sign)))

/** A text is one line, a list one line each: whatever stands in them, there are no others. */
export const linesOf = (text: string | readonly string[]): string[] => [text].flat().map(shownLine)
export const linesText = (text: string | readonly string[]): string => linesOf(text).join('\n')

/** The same of everything that was thrown. Its message is on one line, so that nothing in it looks like a line of ours. */
export function shownDefect(thrown: unknown): string {
  if (!(thrown instanceof Error)) return shownLine(String(thrown))
  const { message, stack = message, cause } = thrown
  const at = stack.indexOf(message)
  const [head, calls] =
    at < 0 ? [`${thrown.name}: ${message}`, `\n${stack}`] : [stack.slice(0, at + message.length), stack.slice(at + message.length)]
  return shownLine(head) + shownLines(calls) + (cause === undefined ? '' : `\nIts cause: ${shownDefect(cause)}`)
}

/** A comment of a shell script, without the end of its line. */
export const shComment = (text: string): string => `# ${text.replace(unseen, seen)}`

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
  '\n': '&#10;',
  '\r': '&#13;',
  '\t': '&#9;',
}

/** Text within an element or an attribute of XML or HTML. Characters that XML has no place for become a sign that stands for them. */
export const xmlText = (text: string): string =>
  text.replace(/[&<>"'\p{Cc}\p{Cs}\uFFFE\uFFFF]/gu, (sign) => entities[sign] ?? (sign >= '\x80' && sign <= '\x9f' ? sign : '\ufffd'))
