/** Scans JSON text character by character and reports the offsets of its values and of its first error. */
import { fail, readLiteral, readString, skipBlanks, type TokenCursor, take, type Why } from './tokens.ts'

/** A property name or an array index. */
export type Step = string | number
export type Path = readonly Step[]

/** The deepest nesting that the service accepts. Source: notifications §3.1. */
export const mostLevels = 32

/**
 * Called at the end of each value's first token and, for objects and arrays, again at the end of the value, with `close`. `start`, `end`
 * and `close` are offsets; `start` is the beginning of the token. The scan modifies `path` afterwards, so copy the path if you need it
 * later.
 */
type Visit = (path: Path, end: number, close: number | undefined, start: number) => void

/** True if the name at the end of the path cannot be read. `written`: the name as it appears in the text. */
type Refuses = (path: Path, written: string) => boolean

export interface JsonError {
  /** The offset of the first invalid character, or the text's length if the text ends too early. */
  readonly offset: number
  /** The path to the value that contains the error. */
  readonly path: Path
  readonly tooDeep: boolean
  readonly why: Why
  /** The offset after the last complete value, and the brackets that would close all values still open there. */
  readonly whole: number
  readonly closings: string
  /** The offset where the last literal starts. */
  readonly literalAt: number
}

interface Cursor extends TokenCursor {
  readonly path: Step[]
  readonly visit: Visit
  readonly refuses: Refuses
  readonly levels: number
  tooDeep: boolean
  whole: number
  closings: string
}

/** Returns undefined if the text is valid JSON with no more than `levels` levels. */
export function scan(text: string, visit: Visit, refuses: Refuses = () => false, levels = mostLevels): JsonError | undefined {
  const cursor: Cursor = {
    text,
    path: [],
    visit,
    refuses,
    levels,
    at: 0,
    tooDeep: false,
    why: 'value',
    whole: 0,
    closings: '',
    literalAt: 0,
  }
  skipBlanks(cursor)
  const whole = readValue(cursor, 0)
  if (whole) skipBlanks(cursor)
  if (whole && cursor.at === text.length) return undefined
  if (whole) cursor.why = 'end'
  const { at: offset, path, tooDeep, why, whole: last, closings, literalAt } = cursor
  return { offset, path, tooDeep, why, whole: last, closings, literalAt }
}

/**
 * Moves past the value and returns true, or returns false with the cursor at the invalid character. `first`: the value is at a position
 * where .NET's reader mistakes a slash for a comment and reports a different error.
 */
function readValue(cursor: Cursor, level: number, first = false): boolean {
  const start = cursor.at
  const opening = cursor.text[start]
  if (opening === undefined) return fail(cursor, level === 0 ? 'value' : 'closing')
  if (first && opening === '/') return fail(cursor, 'separator')
  if (opening === '{' || opening === '[') return readContainer(cursor, level + 1, opening)
  if (!(opening === '"' ? readString(cursor) : readLiteral(cursor))) return false
  if (level > 0 && cursor.at === cursor.text.length && /[-\d]/.test(opening)) return fail(cursor, 'cut number')
  cursor.whole = cursor.at
  cursor.visit(cursor.path, cursor.at, undefined, start)
  return true
}

function readContainer(cursor: Cursor, level: number, opening: '{' | '['): boolean {
  if (level > cursor.levels) {
    cursor.tooDeep = true
    return fail(cursor, 'depth')
  }
  const start = cursor.at
  const closing = opening === '{' ? '}' : ']'
  const readMember = opening === '{' ? readProperty : readElement
  cursor.at += 1
  cursor.whole = cursor.at
  cursor.closings = closing + cursor.closings
  cursor.visit(cursor.path, cursor.at, undefined, start)
  skipBlanks(cursor)
  for (let index = 0; cursor.text[cursor.at] !== closing || index > 0; index += 1) {
    if (!readMember(cursor, level, index)) return false
    skipBlanks(cursor)
    if (cursor.text[cursor.at] === closing) break
    const why = readComma(cursor, closing)
    if (!why) continue
    // In an array, errors refer to the next index.
    if (opening === '[') cursor.path.push(index + 1)
    return fail(cursor, why)
  }
  cursor.at += 1
  cursor.whole = cursor.at
  cursor.closings = cursor.closings.slice(1)
  cursor.visit(cursor.path, cursor.at, cursor.at, start)
  return true
}

/** Reads the comma after a member. Returns an error if it is missing or no member follows. */
function readComma(cursor: Cursor, closing: string): Why | undefined {
  if (!take(cursor, ',')) return afterMember(cursor)
  if (cursor.at === cursor.text.length) {
    cursor.at -= 1
    return 'member end'
  }
  skipBlanks(cursor)
  if (cursor.at === cursor.text.length) return 'member end'
  if (cursor.text[cursor.at] !== closing) return undefined
  return closing === '}' ? 'object comma' : 'array comma'
}

function afterMember({ text, at }: Cursor): Why {
  const next = text[at]
  return next === undefined ? 'closing' : next === '}' || next === ']' ? 'match' : 'separator'
}

function readProperty(cursor: Cursor, level: number, index: number): boolean {
  const start = cursor.at
  const opening = cursor.text[start]
  if (opening === undefined) return fail(cursor, 'closing')
  if (opening !== '"') return fail(cursor, opening === '/' && index === 0 ? 'separator' : 'name')
  if (!readString(cursor)) return false
  const written = cursor.text.slice(start, cursor.at)
  skipBlanks(cursor)
  if (!take(cursor, ':')) return fail(cursor, cursor.at === cursor.text.length ? 'value end' : 'colon')
  cursor.path.push(String(JSON.parse(written)))
  if (cursor.refuses(cursor.path, written)) return fail(cursor, 'half')
  skipBlanks(cursor)
  if (!readValue(cursor, level, true)) return false
  cursor.path.pop()
  return true
}

function readElement(cursor: Cursor, level: number, index: number): boolean {
  cursor.path.push(index)
  if (!readValue(cursor, level, index === 0)) return false
  cursor.path.pop()
  return true
}
