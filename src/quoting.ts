/** Values as source text of a shell, of cmd.exe, of TypeScript and of XML, and as text for a terminal: no value gets into one in another way. */

/** Where an expression of the program stands in a text. Only {@link gap} makes one: no value of JSON looks like it. */
export interface Gap {
  readonly [expressionOf]: string
}
const expressionOf = Symbol('expression')
export type Piece = string | Gap

/** `expression`: source text that Standin itself wrote. */
export const gap = (expression: string): Gap => ({ [expressionOf]: expression })
export const isGap = (value: unknown): value is Gap => typeof value === 'object' && value !== null && expressionOf in value
export const expressionIn = (one: Gap): string => one[expressionOf]

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

/** A text of TypeScript: in single quotes; in double ones where that is shorter; as a template where it has gaps. */
export function tsText(pieces: readonly Piece[]): string {
  const whole = joined(pieces)
  const [only = ''] = whole
  if (whole.length > 1) return `\`${whole.map(inTemplate).join('')}\``
  if (isGap(only)) return expressionIn(only)
  const quote = only.includes("'") && !only.includes('"') ? '"' : "'"
  return `${quote}${only.replace(quote === '"' ? /["\\]/g : /['\\]/g, '\\$&').replace(unseen, seen)}${quote}`
}

const inTemplate = (piece: Piece): string =>
  typeof piece === 'string' ? piece.replace(/[`\\]|\$(?=\{|$)/g, '\\$&').replace(unseen, seen) : `\${${expressionIn(piece)}}`

/** The name of a member in an object of TypeScript. `__proto__` is a member, too, and not the prototype. */
export const tsName = (name: string): string =>
  name === '__proto__' ? "['__proto__']" : /^[A-Za-z_$][\w$]*$/.test(name) ? name : tsText([name])

/** What follows a value, to reach a member. */
export const tsAccess = (name: string): string =>
  /^(?:0|[1-9]\d{0,8})$/.test(name) ? `[${name}]` : /^[A-Za-z_$][\w$]*$/.test(name) ? `.${name}` : `[${tsText([name])}]`

/** Characters of a line. */
const width = 110

/** A value of JSON in TypeScript, on one line where it fits. Gaps may stand in it. `textOf` writes its texts. */
export function tsValue(value: unknown, indent: string, textOf: (text: string) => string = (text) => tsText([text])): string {
  if (typeof value === 'string') return textOf(value)
  if (isGap(value)) return expressionIn(value)
  if (typeof value !== 'object' || value === null) return Object.is(value, -0) ? '-0' : String(value)
  const inner = `${indent}  `
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}']
  const members = Array.isArray(value)
    ? value.map((each) => tsValue(each, inner, textOf))
    : Object.entries(value).map(([key, each]) => {
        const [name, written] = [tsName(key), tsValue(each, inner, textOf)]
        // `'-rf': '-rf'` and `true: true` have no short form.
        return isGap(each) && name === written ? name : `${name}: ${written}`
      })
  if (members.length === 0) return open + close
  const line = Array.isArray(value) ? `[${members.join(', ')}]` : `{ ${members.join(', ')} }`
  if (!line.includes('\n') && line.length + indent.length < width) return line
  return `${open}\n${members.map((each) => `${inner}${each},\n`).join('')}${indent}${close}`
}

/** Text for a comment on one line, which neither ends nor opens one. */
const commented = (text: string): string => text.replace(unseen, seen).replaceAll('*/', '*\\/').replaceAll('/*', '/\\*')

/** Comments, with their marks, without the end of their line. */
export const shComment = (text: string): string => `# ${commented(text)}`
export const tsComment = (text: string): string => `// ${commented(text)}`
export const tsDocComment = (text: string): string => `/** ${commented(text)} */`

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
