/** String functions: white space, bytes, excerpts, parameter values, and escaping for shells, XML and terminals. */

/** True for Unicode white space. Unlike in JavaScript, U+0085 counts as white space and U+FEFF does not. */
const isBlank = (sign: string | undefined): boolean => sign !== undefined && sign !== '\uFEFF' && (sign === '\u0085' || sign.trim() === '')

/** Removes surrounding blanks. Source: notifications §4.6. */
export function trimBlanks(text: string): string {
  let [start, end] = [0, text.length]
  while (start < end && isBlank(text[start])) start += 1
  while (end > start && isBlank(text[end - 1])) end -= 1
  return text.slice(start, end)
}

/** Percent-decodes a string, including slashes. Returns the string unchanged if the encoding is invalid. */
export function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** A percent-encoded UTF-8 character of 1 to 4 bytes. */
export const encodedCharacter = /%[0-7][\da-f]|%[cd][\da-f]%[89ab][\da-f]|%e[\da-f](?:%[89ab][\da-f]){2}|%f[0-7](?:%[89ab][\da-f]){3}/gi

/** Matches a string that contains at least one character other than a blank. */
export const notBlank = /[^\s\u0085]|\uFEFF/

const encoder = new TextEncoder()

/** Encodes a string as UTF-8. Under jsdom, TextEncoder returns arrays from another realm, which `instanceof` does not recognize. */
export function utf8(text: string): Uint8Array<ArrayBuffer> {
  const bytes = encoder.encode(text)
  return bytes instanceof Uint8Array ? bytes : new Uint8Array(bytes)
}

/** Maximum length of a name or value that is stored or sent back. Source: decisions §8. */
export const valueLimit = 256

/** Returns a copy of a string. A slice, or a string joined from slices, would keep the entire original string in memory. */
export const copied = (text: string): string => ` ${text}`.slice(1)

/** Shortens a string that is longer than the limit, and returns the result as a copy. */
export const cut = (text: string, limit: number): string => (text.length <= limit ? text : copied(text.slice(0, limit)))

/** Shortens a name or value for a reply. `…` marks omitted text. */
export const excerpt = (text: string): string => (text.length <= valueLimit ? text : `${cut(text, valueLimit)}…`)

/**
 * Appends items without reserving spare capacity. `push` and spread reserve space for sixteen more items: 136 bytes in each record, whose
 * total size is 1.2 to 2.5 KiB (`npm run bench:memory`).
 */
export const appended = <T>(list: readonly [T, ...T[]], items: readonly T[]): [T, ...T[]] => list.concat(items) as [T, ...T[]]

const mostInteger = 2 ** 31 - 1

/**
 * Parses a name (case-insensitively) or a name's index. Returns the name, the number if no name has that index, or undefined for any other
 * string. Source: file-transfer §4.3.
 */
export function readChoice<T extends string>(names: readonly T[], text: string): T | number | undefined {
  const wanted = trimBlanks(text).toLowerCase()
  const named = names.find((name) => name.toLowerCase() === wanted)
  if (named !== undefined || !/^[+-]?\d+$/.test(wanted)) return named
  const index = Number(wanted)
  return names[index] ?? (Math.abs(index) > mostInteger ? undefined : index)
}

/** Parses an unsigned 32-bit integer as .NET does. Undefined for any other string. */
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

/** An expression to insert into a string. Only {@link gap} can create it, so a JSON value cannot imitate one. */
interface Gap {
  readonly [expressionOf]: string
}
const expressionOf = Symbol('expression')
export type Piece = string | Gap

/** `expression`: source code written by Standin itself. */
export const gap = (expression: string): Gap => ({ [expressionOf]: expression })
const expressionIn = (one: Gap): string => one[expressionOf]

/** Joins adjacent strings, so that no word is split between two of them. */
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
 * Quotes a word for a POSIX shell. Drops NUL, which shells cannot handle. A gap becomes an expression that the shell expands in double
 * quotes.
 */
export function shWord(pieces: readonly Piece[]): string {
  const words = joined(pieces).map((piece) =>
    typeof piece === 'string' ? `'${piece.replaceAll('\0', '').replaceAll("'", "'\\''")}'` : `"${expressionIn(piece)}"`,
  )
  return words.join('') || "''"
}

/** Like {@link shWord}, but adds quotes only if they are needed. */
export const shWordBriefly = (text: string): string => (/^[\w./:=@][\w./:=@-]*$/.test(text) ? text : shWord([text]))

/**
 * Quotes a word for cmd.exe. Returns undefined if it cannot be quoted safely: cmd.exe expands `%` and `!` even inside quotation marks, a
 * quotation mark ends the quoted text, and a line break ends the command. Backslashes at the end are doubled, because programs read a
 * backslash before a quotation mark as an escape. Command names are not quoted.
 */
export function cmdWord(text: string): string | undefined {
  if (/[\p{Cc}"%!]/u.test(text)) return undefined
  if (/^[\w@-]+$/.test(text)) return text
  let begin = text.length
  while (text[begin - 1] === '\\') begin--
  return `"${text}${text.slice(begin)}"`
}

/**
 * Characters not allowed in source code and on terminals: control characters, Unicode line breaks, bidirectional controls and lone
 * surrogates.
 */
const unseen = /[\p{Cc}\p{Cs}\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/gu
const simple: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' }
const seen = (sign: string) => simple[sign] ?? `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`

/** Uses JSON escapes for U+007F and above, so that JSON text remains valid and keeps its meaning. */
const onTerminal = (sign: string) => simple[sign] ?? (sign < ' ' ? `\\x${sign.charCodeAt(0).toString(16).padStart(2, '0')}` : seen(sign))

/** Escapes a string for a single line on a terminal: control characters appear as `\x1b` or `\u202e`. */
export const shownLine = (text: string): string => text.replace(unseen, onTerminal)
/** Like {@link shownLine}, but keeps line breaks. */
export const shownLines = (text: string): string => text.replace(unseen, (sign) => (sign === '\n' ? sign : onTerminal(sign)))

/** Returns one line for a string or one line per list entry, without any other line breaks. */
export const linesOf = (text: string | readonly string[]): string[] => [text].flat().map(shownLine)
export const linesText = (text: string | readonly string[]): string => linesOf(text).join('\n')

/** Formats any thrown value. The message becomes a single line so that no part of it can look like Standin's own output. */
export function shownDefect(thrown: unknown): string {
  if (!(thrown instanceof Error)) return shownLine(String(thrown))
  const { message, stack = message, cause } = thrown
  const at = stack.indexOf(message)
  const [head, calls] =
    at < 0 ? [`${thrown.name}: ${message}`, `\n${stack}`] : [stack.slice(0, at + message.length), stack.slice(at + message.length)]
  return shownLine(head) + shownLines(calls) + (cause === undefined ? '' : `\nCaused by: ${shownDefect(cause)}`)
}

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

/** Escapes a string for an XML or HTML element or attribute. Characters not allowed in XML become U+FFFD. */
export const xmlText = (text: string): string =>
  text.replace(/[&<>"'\p{Cc}\p{Cs}\uFFFE\uFFFF]/gu, (sign) => entities[sign] ?? (sign >= '\x80' && sign <= '\x9f' ? sign : '\ufffd'))
