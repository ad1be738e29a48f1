/** A collection of records: a Map by key for the request path, and queries for everything else. */
import { getOrCreate } from '../wire/when-needed.ts'

export type Key = string | number

/** A part of the records that a query finds. */
export interface Page {
  readonly skip?: number
  readonly take?: number
}

/** Off the request path: each query costs the number of records. */
export interface Queries<R> {
  /** Oldest first; without a predicate, all. */
  findMany(predicate?: (record: R) => boolean, page?: Page): R[]
}

export interface Table<R, K extends Key = string> extends Queries<R> {
  readonly size: number
  get(key: K): R | undefined
  /** Stores the object itself, not a copy. A duplicate key is a defect. */
  insert(record: R): R
  /** The same, in place of the record with this key. */
  put(record: R): void
  /** Say so after each change of a record itself, in the same commit. */
  changed(record: R): void
  remove(record: R): void
  clear(): void
  /** Oldest first. */
  values(): Iterable<R>
}

/** Called after each change of a record. `record` is undefined if it was removed. */
export type NoteRecord<R, K> = (key: K, record: R | undefined) => void

/** `records` is the data; the table adds nothing to it. `follower` returns who learns of changes now. */
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

/** Finds the records of a table by something else than their keys. */
interface Index<R> {
  /** Oldest first. The first look costs the number of records. */
  find(name: string): readonly R[]
  /** Say so when a record is inserted. Saying it twice does no harm. */
  added(record: R): void
}

/** `namesOf` must not change while a record lives. */
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
