/** A sorted list: adding, removing and finding cost about the same at any length. */

/** Runs of items. The items are in order, within a run and from run to run. No run is empty. */
export type Ordered<T> = T[][]

/** Less than 0 when the first item comes first. No two items of a list are equal. */
export type Compare<T> = (one: T, other: T) => number

const longestRun = 512

export function add<T>(list: Ordered<T>, item: T, compare: Compare<T>): void {
  const { nth, at } = placeOf(list, (other) => compare(other, item) < 0)
  const run = list[nth] ?? list.at(-1)
  if (!run || (nth === list.length && run.length === longestRun)) {
    list.push([item])
    return
  }
  run.splice(nth === list.length ? run.length : at, 0, item)
  if (run.length > longestRun) list.splice(nth + 1, 0, run.splice(longestRun / 2))
}

/** An item that is not in the list is a defect. */
export function remove<T>(list: Ordered<T>, item: T, compare: Compare<T>): void {
  const { nth, at } = placeOf(list, (other) => compare(other, item) < 0)
  const run = list[nth]
  if (run?.[at] !== item) throw new Error('The item is not in the list, or has moved.')
  run.splice(at, 1)
  if (run.length === 0) list.splice(nth, 1)
}

/** From the first item for which `before` is false, to the last item. `before` is false for every later item. */
export function* upward<T>(list: Ordered<T>, before: (item: T) => boolean): Generator<T, undefined> {
  const { nth, at } = placeOf(list, before)
  for (let run = nth; run < list.length; run++) {
    const items = list[run] as T[]
    for (let item = run === nth ? at : 0; item < items.length; item++) yield items[item] as T
  }
}

/** From the last item for which `before` is true, to the first item. */
export function* downward<T>(list: Ordered<T>, before: (item: T) => boolean): Generator<T, undefined> {
  const { nth, at } = placeOf(list, before)
  for (let run = Math.min(nth, list.length - 1); run >= 0; run--) {
    const items = list[run] as T[]
    for (let item = (run === nth ? at : items.length) - 1; item >= 0; item--) yield items[item] as T
  }
}

/** The run, and the position in it, of the first item for which `before` is false. */
function placeOf<T>(list: Ordered<T>, before: (item: T) => boolean): { nth: number; at: number } {
  const nth = countWhile(list, (run) => before(run.at(-1) as T))
  return { nth, at: countWhile(list[nth] ?? [], before) }
}

/** Counts the items before the first one for which `holds` is false. `holds` is false for every later item. */
export function countWhile<T>(items: readonly T[], holds: (item: T) => boolean): number {
  let low = 0
  let high = items.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (holds(items[middle] as T)) low = middle + 1
    else high = middle
  }
  return low
}
