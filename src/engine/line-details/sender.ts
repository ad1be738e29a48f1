/** The sender of a call: Standin itself, or a client over a connection, numbered in the order in which the first calls of connections arrive. */
import type { LineSender } from '../../state/journal-line.ts'

/** A connection that has closed leaves no trace. All lines of one have the same object. */
const known = new WeakMap<object, LineSender>()
let last = 0

export const own: LineSender = { connection: null, own: true }

/** Null where the host does not see connections. */
export function senderOver(connection: object | undefined): LineSender | null {
  if (connection === undefined) return null
  const before = known.get(connection)
  if (before) return before
  const sender = { connection: ++last, own: false }
  known.set(connection, sender)
  return sender
}
