/** Strings: blanks, bytes, excerpts and parameter values, and escaping for shells, XML and terminals. */

/** Unicode white space. Unlike in JavaScript, U+0085 is a blank and U+FEFF is not. */
const isBlank = (sign: string | undefined): boolean => sign !== undefined && sign !== '\uFEFF' && (sign === '\u0085' || sign.trim() === '')

/** Removes surrounding blanks. Source: notifications §4.6. */
export function trimBlanks(text: string): string {
  let [start, end] = [0, text.length]
  while (start < end && isBlank(text[start])) start += 1
  while (end > start && isBlank(text[end - 1])) end -= 1
  return text.slice(start, end)
}

/** Matches any string that contains more than blanks. */
export const notBlank = /[^\s\u0085]|\uFEFF/

const encoder = new TextEncoder()

/** Encodes a string as UTF-8. Under jsdom, TextEncoder returns arrays from another realm, which `instanceof` does not recognize. */
export function utf8(text: string): Uint8Array<ArrayBuffer> {
  const bytes = encoder.encode(text)
  return bytes instanceof Uint8Array ? bytes : new Uint8Array(bytes)
}

/** Maximum length of a name or value that is stored or repeated. Source: decisions §8. */
export const valueLimit = 256

/** Returns a copy. A slice, or a string joined from slices, keeps the whole originals in memory. */
export const copied = (text: string): string => ` ${text}`.slice(1)

/** Shortens a string that exceeds the limit, as a copy. */
export const cut = (text: string, limit: number): string => (text.length <= limit ? text : copied(text.slice(0, limit)))

/** A name or value as it appears in a reply. `…` stands for omitted text. */
export const excerpt = (text: string): string => (text.length <= valueLimit ? text : `${cut(text, valueLimit)}…`)

/**
 * Returns a list without spare capacity. `push` and spread reserve space for sixteen more items: 136 bytes in each record, whose total size
 * is 1.2 to 2.5 KiB (`npm run bench:memory`).
 */
export const appended = <T>(list: readonly [T, ...T[]], items: readonly T[]): [T, ...T[]] => list.concat(items) as [T, ...T[]]

const mostInteger = 2 ** 31 - 1

/**
 * Reads a name in any case, or the index of a name. Returns the name, the number if no name has that index, or undefined for any other
 * string. Source: file-transfer §4.3.
 */
export function readChoice<T extends string>(names: readonly T[], text: string): T | number | undefined {
  const wanted = trimBlanks(text).toLowerCase()
  const named = names.find((name) => name.toLowerCase() === wanted)
  if (named !== undefined || !/^[+-]?\d+$/.test(wanted)) return named
  const index = Number(wanted)
  return names[index] ?? (Math.abs(index) > mostInteger ? undefined : index)
}

/** Reads an unsigned 32-bit number the way .NET does; undefined for any other string. */
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

/** Inserts an expression into a string. Only {@link gap} creates it, so a JSON value cannot imitate it. */
interface Gap {
  readonly [expressionOf]: string
}
const expressionOf = Symbol('expression')
export type Piece = string | Gap

/** `expression`: source text written by Standin itself. */
export const gap = (expression: string): Gap => ({ [expressionOf]: expression })
const expressionIn = (one: Gap): string => one[expressionOf]

/** Joins adjacent strings, so that no character sequence is split. */
function joined(pieces: readonly Piece[]): Piece[] {
  const whole: Piece[] = []
  for (const piece of pieces) {
    const last = whole.at(-1)
    if (typeof piece === 'string' && typeof last === 'string') whole[whole.length - 1] = last + piece
    else whole.push(piece)
  }
  return whole.filter((piece) => piece !== '')
}

/**
 * Quotes a word for a POSIX shell. NUL is dropped, because shells cannot handle it. A gap contains an expression that the shell expands
 * within double quotes.
 */
export function shWord(pieces: readonly Piece[]): string {
  const words = joined(pieces).map((piece) =>
    typeof piece === 'string' ? `'${piece.replaceAll('\0', '').replaceAll("'", "'\\''")}'` : `"${expressionIn(piece)}"`,
  )
  return words.join('') || "''"
}

/** Quotes a word like {@link shWord}, but only if it needs quotes. */
export const shWordBriefly = (text: string): string => (/^[\w./:=@][\w./:=@-]*$/.test(text) ? text : shWord([text]))

/**
 * Quotes a word for cmd.exe. Returns undefined if no quoting is safe: cmd.exe expands `%` and `!` within quotes, a quote ends them, and a
 * line break ends the line. Programs read a backslash before a quote as part of the quote. Command names are not quoted.
 */
export function cmdWord(text: string): string | undefined {
  if (/[\p{Cc}"%!]/u.test(text)) return undefined
  if (/^[\w@-]+$/.test(text)) return text
  let begin = text.length
  while (text[begin - 1] === '\\') begin--
  return `"${text}${text.slice(begin)}"`
}

/**
 * Characters that source text and terminals must not contain: control characters, Unicode line breaks, bidirectional controls and lone
 * surrogates.
 */
const unseen = /[\p{Cc}\p{Cs}\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/gu
const simple: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' }
const seen = (sign: string) => simple[sign] ?? `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`

/** From U+007F on, uses JSON escapes, so that JSON text remains valid and keeps its meaning. */
const onTerminal = (sign: string) => simple[sign] ?? (sign < ' ' ? `\\x${sign.charCodeAt(0).toString(16).padStart(2, '0')}` : seen(sign))

/** Escapes a string for a single terminal line: control characters are shown as `\x1b` or `\u202e`. */
export const shownLine = (text: string): string => text.replace(unseen, onTerminal)
/** Escapes like {@link shownLine}, but keeps line breaks. */
export const shownLines = (text: string): string => text.replace(unseen, (sign) => (sign === '\n' ? sign : onTerminal(sign)))

/** Returns one line for a string, or one line per list entry, with no other line breaks. */
export const linesOf = (text: string | readonly string[]): string[] => [text].flat().map(shownLine)
export const linesText = (text: string | readonly string[]): string => linesOf(text).join('\n')

/** Formats any thrown value. Its message becomes one line, so that no part of it looks like Standin's own output. */
export function shownDefect(thrown: unknown): string {
  if (!(thrown instanceof Error)) return shownLine(String(thrown))
  const { message, stack = message, cause } = thrown
  const at = stack.indexOf(message)
  const [head, calls] =
    at < 0 ? [`${thrown.name}: ${message}`, `\n${stack}`] : [stack.slice(0, at + message.length), stack.slice(at + message.length)]
  return shownLine(head) + shownLines(calls) + (cause === undefined ? '' : `\nIts cause: ${shownDefect(cause)}`)
}

/** A single-line shell comment. */
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

/** Escapes a string for an XML or HTML element or attribute. Characters that XML does not allow become U+FFFD. */
export const xmlText = (text: string): string =>
  text.replace(/[&<>"'\p{Cc}\p{Cs}\uFFFE\uFFFF]/gu, (sign) => entities[sign] ?? (sign >= '\x80' && sign <= '\x9f' ? sign : '\ufffd'))
