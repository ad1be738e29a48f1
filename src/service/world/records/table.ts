/** A table of records: a Map by key for handling requests, an index by other names, and sorted lists. */
import { getOrCreate } from '../../wire/when-needed.ts'

export type Key = string | number

export interface Page {
  readonly skip?: number
  readonly take?: number
}

/** Queries whose cost is proportional to the number of records. Do not use them to handle requests. */
export interface Queries<R> {
  /** Oldest first. Returns all records if there is no predicate. */
  findMany(predicate?: (record: R) => boolean, page?: Page): R[]
}

export interface Table<R, K extends Key = string> extends Queries<R> {
  readonly size: number
  get(key: K): R | undefined
  /** Stores the object itself, not a copy. A duplicate key is a bug. */
  insert(record: R): R
  /** Like {@link insert}, but replaces an existing record with the same key. */
  put(record: R): void
  /** Call after changing a record, in the same commit. */
  changed(record: R): void
  remove(record: R): void
  clear(): void
  /** Oldest first. */
  values(): Iterable<R>
}

/** Called after a record changes. `record`: `undefined` if it was removed. */
export type NoteRecord<R, K> = (key: K, record: R | undefined) => void

/** `records`: all data. `follower`: returns the current follower of changes. */
export function createTable<R, K extends Key>(
  records: Map<K, R>,
  keyOf: (record: R) => K,
  follower: () => NoteRecord<R, K> | undefined = () => undefined,
): Table<R, K> {
  function put(record: R): void {
    const key = keyOf(record)
    records.set(key, record)
    follower()?.(key, record)
  }
  return {
    get size() {
      return records.size
    },
    get: (key) => records.get(key),
    insert(record) {
      const key = keyOf(record)
      if (records.has(key)) throw new Error(`Duplicate id ${String(key)}`)
      put(record)
      return record
    },
    put,
    changed(record) {
      const note = follower()
      if (note === undefined) return
      const key = keyOf(record)
      if (records.get(key) === record) note(key, record)
    },
    remove(record) {
      const key = keyOf(record)
      if (records.get(key) !== record) return
      records.delete(key)
      follower()?.(key, undefined)
    },
    clear() {
      const note = follower()
      if (note !== undefined) for (const key of records.keys()) note(key, undefined)
      records.clear()
    },
    values: () => records.values(),
    findMany: (predicate, page) => findMany(records.values(), predicate, page),
  }
}

export function findMany<R>(records: Iterable<R>, predicate: (record: R) => boolean = () => true, { skip = 0, take }: Page = {}): R[] {
  const matches = [...records].filter(predicate)
  return matches.slice(skip, take === undefined ? undefined : skip + take)
}

interface Index<R> {
  /** Oldest first. The cost of the first call is proportional to the number of records. */
  find(name: string): readonly R[]
  /** Call after inserting a record. A second call has no effect. */
  added(record: R): void
}

/** `namesOf`: must always return the same names for a record. */
export function createIndex<R extends { readonly id: string }>(table: Table<R>, namesOf: (record: R) => readonly string[]): Index<R> {
  let ids: Map<string, Set<string>> | undefined
  function add(into: Map<string, Set<string>>, record: R): void {
    for (const name of namesOf(record)) getOrCreate(into, name, () => new Set<string>()).add(record.id)
  }
  return {
    find(name) {
      if (!ids) {
        ids = new Map()
        for (const record of table.values()) add(ids, record)
      }
      return Array.from(ids.get(name) ?? []).flatMap((id) => table.get(id) ?? [])
    },
    added(record) {
      if (ids) add(ids, record)
    },
  }
}

/** A sorted list, stored as non-empty runs of items. Adding, removing and finding items takes about the same time at any length. */
export type Ordered<T> = T[][]

/** Returns a negative number if the first item comes first. No two items in a list are equal. */
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

/** Removing an item that is not in the list is a bug. */
export function remove<T>(list: Ordered<T>, item: T, compare: Compare<T>): void {
  const { nth, at } = placeOf(list, (other) => compare(other, item) < 0)
  const run = list[nth]
  if (run?.[at] !== item) throw new Error('The item is not in the list, or has moved.')
  run.splice(at, 1)
  if (run.length === 0) list.splice(nth, 1)
}

/** Yields items in ascending order, from the first one for which `before` is false. `before` must be false for all later items. */
export function* upward<T>(list: Ordered<T>, before: (item: T) => boolean): Generator<T, undefined> {
  const { nth, at } = placeOf(list, before)
  for (let run = nth; run < list.length; run++) {
    const items = list[run] as T[]
    for (let item = run === nth ? at : 0; item < items.length; item++) yield items[item] as T
  }
}

/** Yields items in descending order, from the last one for which `before` is true. */
export function* downward<T>(list: Ordered<T>, before: (item: T) => boolean): Generator<T, undefined> {
  const { nth, at } = placeOf(list, before)
  for (let run = Math.min(nth, list.length - 1); run >= 0; run--) {
    const items = list[run] as T[]
    for (let item = (run === nth ? at : items.length) - 1; item >= 0; item--) yield items[item] as T
  }
}

/** Returns the position of the first item for which `before` is false: the index of its run (`nth`) and the index in that run (`at`). */
function placeOf<T>(list: Ordered<T>, before: (item: T) => boolean): { nth: number; at: number } {
  const nth = countWhile(list, (run) => before(run.at(-1) as T))
  return { nth, at: countWhile(list[nth] ?? [], before) }
}

/** Counts the items before the first one for which `holds` is false. `holds` must be false for all later items. */
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
