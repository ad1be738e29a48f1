/** Prints a reply: as JSON, or in words. */
import { inColumns, type Row } from './columns.ts'
import type { Io } from './io.ts'
import { terminalOf } from './terminal.ts'

/** Sets rows in columns that fit the terminal. */
export type Table = (rows: readonly Row[]) => string

/** An empty reply is `null` in JSON. */
export function print<Reply>(
  io: Io,
  { json }: { readonly json: boolean },
  reply: Reply,
  inWords: (reply: Reply, table: Table) => string,
): void {
  io.stdout.write(json ? `${JSON.stringify(reply ?? null)}\n` : inWords(reply, (rows) => inColumns(rows, terminalOf(io))))
}
