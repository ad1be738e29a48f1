/** Places in lists that are in order. */

/** How many there are before the first for which it does not hold; it holds for none after that. */
export function countWhile<T>(entries: readonly T[], holds: (entry: T) => boolean): number {
  let low = 0
  let high = entries.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (holds(entries[middle] as T)) low = middle + 1
    else high = middle
  }
  return low
}
