/** Reads JSON into a tree that keeps what `JSON.parse` loses: the order and duplicates of members, and the text of numbers. */
import { isBlank, readLiteral, readString, type TokenCursor } from './json/tokens.ts'

export type JsonNode =
  | { readonly kind: 'Object'; readonly members: readonly (readonly [name: string, value: JsonNode])[] }
  | { readonly kind: 'Array'; readonly items: readonly JsonNode[] }
  /** A half surrogate in `value` is as it was sent. */
  | { readonly kind: 'String'; readonly value: string; readonly isEscaped: boolean }
  | { readonly kind: 'Number'; readonly text: string }
  | { readonly kind: 'True' | 'False' | 'Null' }

const literals = { true: { kind: 'True' }, false: { kind: 'False' }, null: { kind: 'Null' } } as const

/** The tree of a text that is JSON. */
export function readTree(text: string): JsonNode {
  const cursor: TokenCursor = { text, at: 0, why: 'value', literalAt: 0 }
  skip(cursor)
  return readNode(cursor)
}

/** Moves past blanks and the commas and colons between values: the text is known to be JSON. */
function skip(cursor: TokenCursor): void {
  for (let code = cursor.text.charCodeAt(cursor.at); isBlank(code) || code === comma || code === colon; )
    code = cursor.text.charCodeAt(++cursor.at)
}
const [comma, colon] = [0x2c, 0x3a]

function readNode(cursor: TokenCursor): JsonNode {
  const { text, at } = cursor
  const opening = text[at]
  if (opening === '{') return { kind: 'Object', members: readAll(cursor, '}', () => [readText(cursor).value, readNode(cursor)] as const) }
  if (opening === '[') return { kind: 'Array', items: readAll(cursor, ']', () => readNode(cursor)) }
  if (opening === '"') return readText(cursor)
  readLiteral(cursor)
  const word = text.slice(at, cursor.at)
  skip(cursor)
  return word in literals ? literals[word as keyof typeof literals] : { kind: 'Number', text: word }
}

function readAll<T>(cursor: TokenCursor, closing: string, read: () => T): T[] {
  const all: T[] = []
  cursor.at += 1
  for (skip(cursor); cursor.text[cursor.at] !== closing; ) all.push(read())
  cursor.at += 1
  skip(cursor)
  return all
}

function readText(cursor: TokenCursor): JsonNode & { kind: 'String' } {
  const from = cursor.at
  readString(cursor)
  const written = cursor.text.slice(from, cursor.at)
  skip(cursor)
  return { kind: 'String', value: String(JSON.parse(written)), isEscaped: written.includes('\\u') }
}
