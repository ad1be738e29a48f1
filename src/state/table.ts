/** A collection of records: a Map by id for the request path, and queries for everything else. */

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
  /** Say so after each change of a record itself, in the same commit: what is kept in a folder learns of it here. */
  changed(record: R): void
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
    changed: (record) => void records.set(idOf(record), record),
    remove(record) {
      if (records.get(idOf(record)) === record) records.delete(idOf(record))
    },
    values: () => records.values(),
    findMany: (predicate, page) => findMany(records.values(), predicate, page),
  }
}

/** The library of collections finds the same (`src/platform/collections.ts`). */
export function findMany<R>(records: Iterable<R>, predicate: (record: R) => boolean = () => true, { skip = 0, take }: Page = {}): R[] {
  const found = [...records].filter(predicate)
  return found.slice(skip, take === undefined ? undefined : skip + take)
}
