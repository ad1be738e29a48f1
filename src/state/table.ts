/** A collection of records: a Map by id for the request path, the library's queries for everything else. */
import { Collection } from '@mswjs/data'

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

export interface Table<R extends object, Id = string> extends Queries<R> {
  readonly size: number
  get(id: Id): R | undefined
  /** Stores the object itself, not a copy. A duplicate id is a defect. */
  insert(record: R): R
  /** The same, in place of the record with this id. */
  put(record: R): void
  remove(record: R): void
  /** Oldest first. */
  values(): Iterable<R>
}

/** `records` is the data; the table adds nothing to it. */
export function createTable<R extends { readonly id: Id }, Id>(records: Map<Id, R>): Table<R, Id>
export function createTable<R extends object, Id>(records: Map<Id, R>, idOf: (record: R) => Id): Table<R, Id>
export function createTable<R extends { readonly id: Id }, Id>(
  records: Map<Id, R>,
  idOf: (record: R) => Id = ({ id }) => id,
): Table<R, Id> {
  return {
    get size() {
      return records.size
    },
    get: (id) => records.get(id),
    insert(record) {
      const id = idOf(record)
      if (records.has(id)) throw new Error(`Duplicate id ${String(id)}`)
      records.set(id, record)
      return record
    },
    put: (record) => void records.set(idOf(record), record),
    remove(record) {
      if (records.get(idOf(record)) === record) records.delete(idOf(record))
    },
    values: () => records.values(),
    findMany: (predicate, page) => findMany(records.values(), predicate, page),
  }
}

/** Requests have validated the records by their own schemas: the collection takes them as they are. */
interface AsTheyAre<R> {
  readonly '~standard': {
    readonly version: 1
    readonly vendor: 'standin'
    readonly validate: (value: unknown) => { readonly value: R }
    readonly types?: { readonly input: R; readonly output: R } | undefined
  }
}

/** Makes a collection for one query, so that no request pays for it. Predicates only: the library's conditions by name match everything where a name is misspelt. */
export function findMany<R extends object>(records: Iterable<R>, predicate: (record: R) => boolean = () => true, page: Page = {}): R[] {
  const collection = new Collection<AsTheyAre<R>>({
    schema: { '~standard': { version: 1, vendor: 'standin', validate: (value) => ({ value: value as R }) } },
  })
  // The library's own `create` waits, and marks every record with symbols.
  const all = collection.all() as R[]
  for (const record of records) all.push(record)
  return collection.findMany((query) => query.where(predicate), page)
}
