/** Prints a reply as JSON, or as text with columns. */

import { shownLine } from '../../../service/wire/text.ts'
import { type Io, type Terminal, type Tone, terminalOf } from './io.ts'

/** Formats rows as columns that fit the terminal. */
export type Table = (rows: readonly Row[]) => string[]

/**
 * Prints a reply as JSON or text. An empty reply is `null` in JSON. As text, a string is a single line, and an array is one line per entry.
 */
export function print<Reply>(
  io: Io,
  { json }: { readonly json: boolean },
  reply: Reply,
  inWords: (reply: Reply, table: Table) => string | readonly string[],
): void {
  io.stdout.say(json ? JSON.stringify(reply ?? null) : inWords(reply, (rows) => inColumns(rows, terminalOf(io))))
}

/** Formats a count, such as `2 calls`. */
export const counted = (count: number, one: string): string => `${count} ${one}${count === 1 ? '' : 's'}`

/** Indents multi-line text to set it apart from our output. */
export const indented = (text: string): string[] =>
  text.trim() === ''
    ? []
    : text
        .trimEnd()
        .replaceAll('\t', '  ')
        .split(/\r?\n/)
        .map((line) => `  ${line}`)

export type Cell = string | { readonly text: string; readonly tone: Tone }
export type Row = readonly Cell[]

/** Minimum column width: normally, and on a narrow terminal. */
const [least, fewest] = [8, 3]
const gap = '  '

const plain: Terminal = { width: Number.POSITIVE_INFINITY, paint: (_, text) => text }

export const heading = (...names: string[]): Row => names.map((text) => ({ text, tone: 'heading' }))

const tones: readonly (readonly [words: RegExp, tone: Tone])[] = [
  [/^5\d\d$|fail|infected/i, 'bad'],
  [/^4\d\d$|cancel|held|dropped|purged/i, 'warning'],
  [/^2\d\d$|deliver|accepted|succeeded|completed|publish|confirm/i, 'good'],
]

export function status(text: string): Cell {
  const [, tone] = tones.find(([words]) => words.test(text)) ?? []
  return tone ? { text, tone } : text
}

/** Maximum padding for a column that is not truncated, so that one long value does not widen every line. */
const mostPadded = 200

/** Returns one line per row. The last column is not padded. Cells are truncated to fit the terminal. */
export function inColumns(rows: readonly Row[], { width, paint }: Terminal = plain): string[] {
  const widths = fitted(rows, width)
  const isCut = Number.isFinite(width)
  const line = (row: Row) =>
    row.map((cell, column) => written(cell, isCut, widths[column] ?? 0, column === row.length - 1, paint)).join(gap)
  return rows.map((row) => line(row).trimEnd())
}

const textOf = (cell: Cell | undefined) => shownLine(typeof cell === 'object' ? cell.text : (cell ?? ''))

function written(cell: Cell, isCut: boolean, width: number, isLast: boolean, paint: Terminal['paint']): string {
  const text = textOf(cell)
  const cut = isCut ? cutTo(text, width) : text
  const padding = isLast ? '' : ' '.repeat(Math.max(0, (isCut ? width : Math.min(width, mostPadded)) - widthOf(cut)))
  return typeof cell === 'object' && cut !== '' ? `${paint(cell.tone, cut)}${padding}` : `${cut}${padding}`
}

/** East Asian characters and emoji are twice as wide. */
const wide =
  /[\p{Emoji_Presentation}\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{20000}-\u{3fffd}]/u
const narrow = /^[\u0020-\u02ff]*$/

const widthOf = (text: string): number =>
  narrow.test(text) ? text.length : Array.from(text, widthOfOne).reduce<number>((sum, each) => sum + each, 0)

const widthOfOne = (letter: string) => (/^\p{M}/u.test(letter) ? 0 : wide.test(letter) ? 2 : 1)

function cutTo(text: string, width: number): string {
  if (widthOf(text) <= width) return text
  let [cut, left] = ['', width - 1]
  for (const letter of text) {
    left -= widthOfOne(letter)
    if (left < 0) break
    cut += letter
  }
  return `${cut}…`
}

/** Returns the column widths. Narrows prose columns first, because users do not copy prose, and then the other columns. */
function fitted(rows: readonly Row[], width: number): number[] {
  const columns = (rows[0] ?? []).map((_, column) => rows.map((row) => textOf(row[column])))
  const widths = columns.map((texts) => texts.reduce((most, text) => Math.max(most, widthOf(text)), 0))
  const isProse = columns.map((texts) => texts.some((text) => text.includes(' ')))
  let surplus = widths.reduce((sum, each) => sum + each + gap.length, -gap.length) - width
  const passes: readonly (readonly [isMeant: (at: number) => boolean, least: number])[] = [
    [(at) => isProse[at] === true, least],
    [(at) => isProse[at] === false, least],
    [() => true, fewest],
  ]
  for (const [isMeant, fewer] of passes) {
    while (surplus > 0) {
      const widest = Math.max(...widths.filter((each, at) => isMeant(at) && each > fewer))
      if (!Number.isFinite(widest)) break
      widths[widths.findLastIndex((each, at) => isMeant(at) && each === widest)] = widest - 1
      surplus--
    }
  }
  return widths
}
