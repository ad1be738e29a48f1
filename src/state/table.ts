/** A collection of records: a Map for every key that the request path looks up, the library's queries for everything else. */
import { Collection } from '@mswjs/data'
import { remember } from '../wire/remember.ts'

type Index<R> = (record: R) => string | readonly string[]

export interface Table<R extends { readonly id: string }> {
  readonly size: number
  get(id: string): R | undefined
  /** Stores the very object, at once. An id that is taken is a defect. */
  insert(record: R): R
  remove(record: R): void
  /** The records under a key of an index, oldest first. */
  under(index: string, key: string): readonly R[]
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

const nothing: readonly never[] = []

/** Indexed values never change while a record is stored; `stored` is told of every record that comes in, `removed` of every one that goes. */
export function createTable<R extends { readonly id: string }>(
  indexes: Readonly<Record<string, Index<R>>> = {},
  stored: (record: R) => void = () => {},
  removed: (record: R) => void = () => {},
): Table<R> {
  const rows = new Collection<PassThrough<R>>({
    schema: { '~standard': { version: 1, vendor: 'standin', validate: (value) => ({ value: value as R }) } },
  })
  // The library's own `create` awaits before it writes: two simultaneous calls would both pass a check made before.
  const all = rows.all() as unknown as R[]
  const byId = new Map<string, R>()
  const maps = Object.entries(indexes).map(([name, keys]) => ({ name, keys, under: new Map<string, R[]>() }))
  const keysOf = (index: Index<R>, record: R) => [index(record)].flat() as string[]

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
      for (const { keys, under } of maps) for (const key of keysOf(keys, record)) remember(under, key, () => []).push(record)
      stored(record)
      return record
    },
    remove(record) {
      if (byId.get(record.id) !== record) return
      byId.delete(record.id)
      all.splice(all.indexOf(record), 1)
      for (const { keys, under } of maps) {
        for (const key of keysOf(keys, record))
          under.set(
            key,
            (under.get(key) ?? []).filter((other) => other !== record),
          )
      }
      removed(record)
    },
    under: (index, key) => maps.find(({ name }) => name === index)?.under.get(key) ?? nothing,
  }
}
