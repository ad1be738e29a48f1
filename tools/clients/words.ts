/** Formats names and comments in the style of each language. */

/** `orderId` → `order_id`. */
export const snake = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
/** `orderId` → `OrderId`. */
export const pascal = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1)

/** Wraps text at this length, with the prefix on each line. Words are never split. */
export function wrapped(text: string, prefix: string, further = prefix, width = 118): string[] {
  const lines: string[] = []
  let line = prefix
  for (const word of text.split(/\s+/).filter(Boolean)) {
    if (line !== prefix && line !== further && line.length + word.length + 1 > width) {
      lines.push(line.trimEnd())
      line = further
    }
    line += line === prefix || line === further || /\s$/.test(line) ? word : ` ${word}`
  }
  return [...lines, line.trimEnd()]
}

/** Appends a full stop if the text does not end with punctuation. */
export const sentence = (text: string): string => (/[.?!]$/.test(text) ? text : `${text}.`)

interface Literal {
  /** Matches the literal, with its items in a group. */
  readonly pattern: RegExp
  readonly between: string | RegExp
  /** The lines before and after the items. */
  readonly around: readonly [before: string, after: string]
  /** True to add a trailing comma. */
  readonly trailing?: boolean
}

/** Returns a statement on a single line. If the line is too long, first assigns the literal to a variable, on several lines. */
export function statements(
  line: string,
  indent: string,
  { pattern, between, around: [before, after], trailing = false }: Literal,
): string[] {
  const [literal = '', items = ''] = pattern.exec(line) ?? []
  if (line.length <= 110 || literal === '') return [line]
  const all = items.split(between)
  const lines = all.map((each, nth) => `${indent}${each}${trailing || nth < all.length - 1 ? ',' : ''}`)
  return [before, ...lines, after, line.replace(literal, 'values')]
}
