/** Values as source text: of TypeScript, and of a shell. */

/** Stands in a text for an expression. */
export interface Gap {
  readonly expression: string
}
export type Piece = string | Gap

/** A value in place of which an expression stands. */
export const isGap = (value: unknown): value is Gap =>
  typeof value === 'object' && value !== null && 'expression' in value && Object.keys(value).length === 1

/** Characters of a line. */
const width = 110

export function tsText(pieces: readonly Piece[]): string {
  const [only] = pieces
  if (pieces.length === 1 && isGap(only)) return only.expression
  if (pieces.every((piece) => typeof piece === 'string')) return quoted(pieces.join(''))
  const inside = pieces.map((piece) => (typeof piece === 'string' ? piece.replace(/[`\\]|\$\{/g, '\\$&') : `\${${piece.expression}}`))
  return `\`${inside.join('')}\``
}

/** In single quotes, on one line. */
const quoted = (text: string): string =>
  text.includes("'") && !text.includes('"')
    ? JSON.stringify(text)
    : `'${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`

const name = (key: string) => (/^[A-Za-z_$][\w$]*$/.test(key) ? key : quoted(key))

/** On one line where it fits. `textOf` writes its texts. */
export function tsValue(value: unknown, indent: string, textOf: (text: string) => string = quoted): string {
  if (typeof value === 'string') return textOf(value)
  if (isGap(value)) return value.expression
  if (typeof value !== 'object' || value === null) return String(value)
  const inner = `${indent}  `
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}']
  const members = Array.isArray(value)
    ? value.map((each) => tsValue(each, inner, textOf))
    : Object.entries(value).map(([key, each]) => memberText(name(key), tsValue(each, inner, textOf)))
  if (members.length === 0) return open + close
  const line = Array.isArray(value) ? `[${members.join(', ')}]` : `{ ${members.join(', ')} }`
  if (!line.includes('\n') && line.length + indent.length < width) return line
  return `${open}\n${members.map((each) => `${inner}${each},\n`).join('')}${indent}${close}`
}

const memberText = (key: string, written: string) => (key === written ? key : `${key}: ${written}`)

/** One word of a shell. */
export function shText(pieces: readonly Piece[]): string {
  const words = pieces.map((piece) => (typeof piece === 'string' ? piece.replaceAll("'", `'\\''`) : `'"${piece.expression}"'`))
  return `'${words.join('')}'`.replace(/^''(?=")|(?<=")''$/g, '')
}
