/** The records of a world, to query off the request path: each query costs the number of records. */
import type { z } from 'zod'
import { once } from '../wire/maybe.ts'
import { unknownName } from '../wire/nearest.ts'
import type { Collections, Platform } from '../world/platform.ts'
import { findMany, type Page as Part } from '../world/records/table.ts'
import type { World } from '../world/world.ts'
import { type Page, pageOf } from './page.ts'
import { type Collection, collectionNames, columnOf, collections as recordCollections } from './records/collections.ts'
import type { CollectionName, RecordOf, recordCollectionsReply, recordsReply } from './rows/records.ts'

/** Column → value. */
export type ColumnFilter = Readonly<Record<string, string | number | undefined>>

/** One collection. */
export interface RecordQueries<R> {
  /** Oldest first. Without a predicate, all. */
  findMany(predicate?: (record: R) => boolean, page?: Part): R[]
}

export type Records = { readonly [Name in CollectionName]: RecordQueries<RecordOf<Name>> } & {
  /** The collections with their columns and their number of records. */
  list(page?: Page): z.output<typeof recordCollectionsReply>
  /** The records whose columns have these values. Throws `Misuse` for an unknown collection or column. */
  find(collection: string, columns?: ColumnFilter, page?: Page): z.output<typeof recordsReply>
}

declare module '../knobs.ts' {
  interface WorldKnobs {
    /** The records of both environments, to query off the request path. */
    readonly records: Records
  }
}

export function createRecords(current: () => World, collections: () => Collections): Records {
  const query =
    <R extends object>({ records }: Collection<R>): RecordQueries<R>['findMany'] =>
    (predicate, page) =>
      collections().findMany(records(current()), predicate, page)
  const queries = Object.fromEntries(
    collectionNames.map((name) => [name, { findMany: query(recordCollections[name] as Collection<object>) }]),
  ) as unknown as { readonly [Name in CollectionName]: RecordQueries<RecordOf<Name>> }
  return {
    ...queries,
    list(page) {
      const show = (name: CollectionName) => {
        const { columns, records } = recordCollections[name]
        return { name, columns: Object.keys(columns), total: [...records(current())].length }
      }
      return pageOf('collections', collectionNames, page, (name) => name, show)
    },
    find(name, columns = {}, page) {
      const collection = collectionOf(name)
      const matching = query(collection)(predicateOf(name, collection, columns))
      return pageOf('records', matching as z.output<typeof recordsReply>['records'], page, keyOf)
    },
  }
}

function collectionOf(name: string): Collection<object> {
  if (!Object.hasOwn(recordCollections, name))
    throw unknownName(`There is no collection ${quoted(name)}.`, name, collectionNames, { status: 404 })
  return recordCollections[name as CollectionName] as Collection<object>
}

function predicateOf(name: string, collection: Collection<object>, wanted: ColumnFilter): (record: object) => boolean {
  const { columns, choices } = collection
  const checks = Object.entries(wanted).flatMap(([column, value]) => {
    if (value === undefined) return []
    const read = columnOf(collection, column)
    if (!read) throw unknownName(`${name} have no column ${quoted(column)}.`, column, Object.keys(columns))
    const known = choices[column]
    if (known && !known.includes(String(value)))
      throw unknownName(`${column}: ${quoted(String(value))} is not a value of ${name}.`, String(value), known)
    return [(record: object) => read(record).includes(String(value))]
  })
  return (record) => checks.every((check) => check(record))
}

/** Ids repeat between environments. */
function keyOf(record: object): string {
  const { environment, id, number } = record as { environment?: string; id?: string | number; number?: string }
  return [environment, id ?? number].filter((part) => part !== undefined).join('/')
}

const quoted = (text: string) => JSON.stringify(text.slice(0, 100))

/** Returns what is there now: the first use begins to load the library. */
export function createLibrary({ loadCollections }: Pick<Platform, 'loadCollections'>): () => Collections {
  const load = once(loadCollections)
  return () => {
    const loaded = load()
    if (!(loaded instanceof Promise)) return loaded
    // A scan finds the same (test/platform/collections.test.ts).
    loaded.catch(() => {})
    return { findMany }
  }
}
