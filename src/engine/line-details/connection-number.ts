/** Numbers the connections of clients, in the order in which their first calls arrive. */

/** A connection that has closed leaves no trace. */
const numbers = new WeakMap<object, number>()
let last = 0

/** Null where the host does not see connections. */
export function connectionNumber(connection: object | undefined): number | null {
  if (connection === undefined) return null
  const known = numbers.get(connection)
  if (known !== undefined) return known
  numbers.set(connection, ++last)
  return last
}
