/** A collection of records: a Map of their ids for the request path, the library's queries for everything else. */
import { Collection } from '@mswjs/data'

export interface Table<R extends { readonly id: string }> {
  readonly size: number
  get(id: string): R | undefined
  /** Stores the very object, at once. An id that is taken is a defect. */
  insert(record: R): R
  remove(record: R): void
  /**
   * For queries off the request path: each costs the number of records.
   * @internal The library is part of the package's code, not of its types.
   */
  readonly rows: Collection<PassThrough<R>>
}

/** Records are validated on their way in, by the request's schema: the collection takes them as they are. */
interface PassThrough<R> {
  readonly '~standard': {
    readonly version: 1
    readonly vendor: 'standin'
    readonly validate: (value: unknown) => { readonly value: R }
    readonly types?: { readonly input: R; readonly output: R } | undefined
  }
}

export function createTable<R extends { readonly id: string }>(): Table<R> {
  const rows = new Collection<PassThrough<R>>({
    schema: { '~standard': { version: 1, vendor: 'standin', validate: (value) => ({ value: value as R }) } },
  })
  // The library's own `create` awaits before it writes: two simultaneous calls would both pass a check made before.
  const all = rows.all() as unknown as R[]
  const byId = new Map<string, R>()

  return {
    rows,
    get size() {
      return byId.size
    },
    get: (id) => byId.get(id),
    insert(record) {
      if (byId.has(record.id)) throw new Error(`Duplicate id ${record.id}`)
      byId.set(record.id, record)
      all.push(record)
      return record
    },
    remove(record) {
      if (byId.get(record.id) !== record) return
      byId.delete(record.id)
      all.splice(all.indexOf(record), 1)
    },
  }
}
