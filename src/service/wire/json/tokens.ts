/** Reads individual JSON tokens: strings, numbers and literals. */

/** Why reading stopped. `true`, `false` and `null` mean a misspelt literal. */
export type Why =
  | 'value'
  | 'name'
  | 'colon'
  | 'separator'
  | 'end'
  | 'match'
  | 'object comma'
  | 'array comma'
  | 'closing'
  | 'value end'
  | 'member end'
  | 'control'
  | 'escape'
  | 'hex'
  | 'quote'
  | 'digit end'
  | 'digit'
  | 'fraction'
  | 'exponent'
  | 'number'
  | 'zero'
  | 'cut number'
  | 'depth'
  | 'half'
  | 'true'
  | 'false'
  | 'null'

export interface TokenCursor {
  readonly text: string
  at: number
  why: Why
  /** The offset where the last literal starts. */
  literalAt: number
}

export function fail(cursor: TokenCursor, why: Why): false {
  cursor.why = why
  return false
}

export function readString(cursor: TokenCursor): boolean {
  const { text } = cursor
  cursor.at += 1
  for (; cursor.at < text.length; cursor.at += 1) {
    const code = text.charCodeAt(cursor.at)
    if (code < 0x20) return fail(cursor, 'control')
    if (code === 0x22) return take(cursor, '"')
    if (code !== 0x5c) continue
    cursor.at += 1
    if (cursor.at === text.length) break
    if (!'"\\/bfnrtu'.includes(text[cursor.at] ?? ' ')) return fail(cursor, 'escape')
    if (text[cursor.at] !== 'u') continue
    for (let digit = 0; digit < 4; digit += 1) {
      cursor.at += 1
      if (cursor.at === text.length) return fail(cursor, 'quote')
      if (!/[\da-f]/i.test(text[cursor.at] ?? '')) return fail(cursor, 'hex')
    }
  }
  return fail(cursor, 'quote')
}

export function readLiteral(cursor: TokenCursor): boolean {
  const word = (['true', 'false', 'null'] as const).find((literal) => literal[0] === cursor.text[cursor.at])
  if (!word) return readNumber(cursor)
  cursor.literalAt = cursor.at
  for (const character of word) if (!take(cursor, character)) return fail(cursor, word)
  return true
}

function readNumber(cursor: TokenCursor): boolean {
  const { text } = cursor
  const missing = (why: Why) => fail(cursor, cursor.at >= text.length ? 'digit end' : why)
  const isNegative = take(cursor, '-')
  if (!isNegative && !isDigit(text.charCodeAt(cursor.at))) return fail(cursor, 'value')
  if (!isDigit(text.charCodeAt(cursor.at))) return missing('digit')
  if (!take(cursor, '0')) readDigits(cursor)
  else if (isDigit(text.charCodeAt(cursor.at))) return fail(cursor, 'zero')
  const whole = take(cursor, '.')
  if (whole && !readDigits(cursor)) return missing('fraction')
  if (!take(cursor, 'e') && !take(cursor, 'E')) return endsNumber(cursor) || fail(cursor, whole ? 'exponent' : 'number')
  if (!take(cursor, '+')) take(cursor, '-')
  if (!readDigits(cursor)) return missing('digit')
  return endsNumber(cursor) || fail(cursor, 'number')
}

const endsNumber = ({ text, at }: TokenCursor) => at >= text.length || ',}] \n\r\t/'.includes(text[at] ?? '')

function readDigits(cursor: TokenCursor): boolean {
  const start = cursor.at
  while (isDigit(cursor.text.charCodeAt(cursor.at))) cursor.at += 1
  return cursor.at > start
}

const isDigit = (code: number) => code >= 0x30 && code <= 0x39

export function take(cursor: TokenCursor, character: string): boolean {
  if (cursor.text[cursor.at] !== character) return false
  cursor.at += 1
  return true
}

export function skipBlanks(cursor: TokenCursor): void {
  for (let code = cursor.text.charCodeAt(cursor.at); isBlank(code); code = cursor.text.charCodeAt(cursor.at)) cursor.at += 1
}

export const isBlank = (code: number) => code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09
