/** Reads a JSON text character by character, and reports where its values lie and where it stops being JSON. */

/** A property name, or the index of a list entry. */
export type Step = string | number
export type Path = readonly Step[]

/** The deepest nesting that the service reads. Source: notifications §3.1. */
export const mostLevels = 32

/**
 * Called when the token of a value ends, and for objects and lists again, with `close`, when the value ends. Both are
 * offsets. The scan changes `path` afterwards, so copy it to keep it.
 */
type Visit = (path: Path, end: number, close: number | undefined) => void

export interface JsonError {
  /** The offset of the first invalid character, or the length of a text that ends too early. */
  readonly offset: number
  /** The path of the value that contains it. */
  readonly path: Path
  readonly tooDeep: boolean
}

interface Cursor {
  readonly text: string
  readonly path: Step[]
  readonly visit: Visit
  at: number
  tooDeep: boolean
}

/** Undefined when the text is JSON of at most {@link mostLevels} levels. */
export function scan(text: string, visit: Visit): JsonError | undefined {
  const cursor: Cursor = { text, path: [], visit, at: 0, tooDeep: false }
  skipBlanks(cursor)
  const whole = readValue(cursor, 0)
  if (whole) skipBlanks(cursor)
  return whole && cursor.at === text.length ? undefined : { offset: cursor.at, path: cursor.path, tooDeep: cursor.tooDeep }
}

// Each reader moves past what it reads and returns true, or stops at the invalid character, with the path to it, and returns false.

function readValue(cursor: Cursor, level: number): boolean {
  const opening = cursor.text[cursor.at]
  if (opening === '{' || opening === '[') return readContainer(cursor, level + 1, opening)
  if (!(opening === '"' ? readString(cursor) : readLiteral(cursor))) return false
  cursor.visit(cursor.path, cursor.at, undefined)
  return true
}

function readContainer(cursor: Cursor, level: number, opening: '{' | '['): boolean {
  if (level > mostLevels) {
    cursor.tooDeep = true
    return false
  }
  const closing = opening === '{' ? '}' : ']'
  const readMember = opening === '{' ? readProperty : readElement
  cursor.at += 1
  cursor.visit(cursor.path, cursor.at, undefined)
  skipBlanks(cursor)
  for (let index = 0; cursor.text[cursor.at] !== closing || index > 0; index += 1) {
    if (!readMember(cursor, level, index)) return false
    skipBlanks(cursor)
    if (cursor.text[cursor.at] === closing) break
    if (!take(cursor, ',')) return false
    skipBlanks(cursor)
  }
  cursor.at += 1
  cursor.visit(cursor.path, cursor.at, cursor.at)
  return true
}

function readProperty(cursor: Cursor, level: number): boolean {
  const start = cursor.at
  if (cursor.text[start] !== '"' || !readString(cursor)) return false
  cursor.path.push(String(JSON.parse(cursor.text.slice(start, cursor.at))))
  skipBlanks(cursor)
  if (!take(cursor, ':')) return false
  skipBlanks(cursor)
  if (!readValue(cursor, level)) return false
  cursor.path.pop()
  return true
}

function readElement(cursor: Cursor, level: number, index: number): boolean {
  cursor.path.push(index)
  if (!readValue(cursor, level)) return false
  cursor.path.pop()
  return true
}

function readString(cursor: Cursor): boolean {
  const { text } = cursor
  cursor.at += 1
  for (; cursor.at < text.length; cursor.at += 1) {
    const code = text.charCodeAt(cursor.at)
    if (code < 0x20) return false
    if (code === 0x22) return take(cursor, '"')
    if (code !== 0x5c) continue
    cursor.at += 1
    if (!'"\\/bfnrtu'.includes(text[cursor.at] ?? ' ')) return false
    if (text[cursor.at] !== 'u') continue
    for (let digit = 0; digit < 4; digit += 1) {
      cursor.at += 1
      if (!/[\da-f]/i.test(text[cursor.at] ?? '')) return false
    }
  }
  return false
}

function readLiteral(cursor: Cursor): boolean {
  const word = ['true', 'false', 'null'].find((literal) => literal[0] === cursor.text[cursor.at])
  if (!word) return readNumber(cursor)
  for (const character of word) if (!take(cursor, character)) return false
  return true
}

function readNumber(cursor: Cursor): boolean {
  take(cursor, '-')
  if (!take(cursor, '0') && !readDigits(cursor)) return false
  if (take(cursor, '.') && !readDigits(cursor)) return false
  if (!take(cursor, 'e') && !take(cursor, 'E')) return true
  if (!take(cursor, '+')) take(cursor, '-')
  return readDigits(cursor)
}

function readDigits(cursor: Cursor): boolean {
  const start = cursor.at
  while (isDigit(cursor.text.charCodeAt(cursor.at))) cursor.at += 1
  return cursor.at > start
}

const isDigit = (code: number) => code >= 0x30 && code <= 0x39

function take(cursor: Cursor, character: string): boolean {
  if (cursor.text[cursor.at] !== character) return false
  cursor.at += 1
  return true
}

function skipBlanks(cursor: Cursor): void {
  for (let code = cursor.text.charCodeAt(cursor.at); isBlank(code); code = cursor.text.charCodeAt(cursor.at)) cursor.at += 1
}

export const isBlank = (code: number) => code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09
