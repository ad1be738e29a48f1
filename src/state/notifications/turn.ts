/** Calls about one thing are worked on one after the other. */

import { getOrCreate } from '../../wire/get-or-create.ts'
import { type MaybePromise, unlessGone } from '../../wire/http/call.ts'

/** By place and key: when everybody who is in line is done. */
const turns = new WeakMap<object, Map<string, Promise<unknown>>>()

/** Works when everybody before is done, however that ended: at once, where nobody is. Who leaves while waiting lets the others be. Source: decisions §6. */
export function inTurn<T>(place: object, key: string, signal: AbortSignal | undefined, work: () => MaybePromise<T>): MaybePromise<T> {
  const line = getOrCreate(turns, place, () => new Map<string, Promise<unknown>>())
  const before = line.get(key)
  const mine = before === undefined ? work() : unlessGone(before, signal).then(work)
  if (!(mine instanceof Promise)) return mine
  // Also who left is waited for by way of those before: otherwise the next would overtake them.
  const end = Promise.allSettled([before, mine]).then(() => {
    if (line.get(key) === end) line.delete(key)
  })
  line.set(key, end)
  return mine
}
