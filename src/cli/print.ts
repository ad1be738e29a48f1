/** Prints a reply: as JSON, or in words. */
import { shownLine } from '../quoting.ts'
import { inColumns, type Row } from './columns.ts'
import type { Io } from './io.ts'
import { terminalOf } from './terminal.ts'

/** Sets rows in columns that fit the terminal. */
export type Table = (rows: readonly Row[]) => string

/** An empty reply is `null` in JSON. In words, each text of the reply is on one line. */
export function print<Reply>(
  io: Io,
  { json }: { readonly json: boolean },
  reply: Reply,
  inWords: (reply: Reply, table: Table) => string,
): void {
  io.stdout.write(json ? `${JSON.stringify(reply ?? null)}\n` : inWords(onLines(reply), (rows) => inColumns(rows, terminalOf(io))))
}

/** The same with each of its texts on one line, so that none looks like a line of ours. Only data is copied. */
export function onLines<Value>(value: Value): Value
export function onLines(value: unknown): unknown {
  if (typeof value === 'string') return shownLine(value)
  if (Array.isArray(value)) return value.map((each) => onLines(each))
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype) return value
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [shownLine(name), onLines(each)]))
}
