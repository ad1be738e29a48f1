/** Calls about one thing are worked on one after the other. */
import { type MaybePromise, unlessGone } from '../wire/call.ts'
import { remember } from '../wire/remember.ts'

/** By place and key: when everybody who is in line is done. */
const lines = new WeakMap<object, Map<string, Promise<unknown>>>()

/** Works when everybody before is done, however that ended: at once, where nobody is. Who leaves while waiting lets the others be. Source: decisions §6. */
export function inTurn<T>(place: object, key: string, signal: AbortSignal | undefined, work: () => MaybePromise<T>): MaybePromise<T> {
  const line = remember(lines, place, () => new Map<string, Promise<unknown>>())
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
