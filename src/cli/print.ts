/** Prints a reply: as JSON, or in words. */
import { inColumns, type Row } from './columns.ts'
import type { Io } from './io.ts'
import { terminalOf } from './terminal.ts'

/** Sets rows in columns that fit the terminal. */
export type Table = (rows: readonly Row[]) => string[]

/** An empty reply is `null` in JSON. In words, a text is one line, and a list one line each. */
export function print<Reply>(
  io: Io,
  { json }: { readonly json: boolean },
  reply: Reply,
  inWords: (reply: Reply, table: Table) => string | readonly string[],
): void {
  io.stdout.say(json ? JSON.stringify(reply ?? null) : inWords(reply, (rows) => inColumns(rows, terminalOf(io))))
}

/** A text that has lines of its own: they are indented, so that none looks like a line of ours. */
export const indented = (text: string): string[] =>
  text.trim() === ''
    ? []
    : text
        .trimEnd()
        .replaceAll('\t', '  ')
        .split(/\r?\n/)
        .map((line) => `  ${line}`)
