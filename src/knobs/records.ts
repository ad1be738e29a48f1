/** The records of a world, to query off the request path: each query costs the number of records. */
import { z } from 'zod'
import { Misuse } from '../misuse.ts'
import { findMany, type Page } from '../state/table.ts'
import type { World } from '../state/world.ts'
import type { Collection } from './records/collection.ts'
import { type CollectionName, collectionNames, collections, type RecordOf } from './records/collections.ts'

export const recordCollectionsReply = z.object({
  collections: z.array(z.object({ name: z.enum(collectionNames), columns: z.array(z.string()), total: z.int() })),
  total: z.int(),
})

/** `total` counts all records that fit; `next` continues after this page. */
export const recordsReply = z.object({
  records: z.array(z.union(collectionNames.map((name) => collections[name].schema))),
  total: z.int(),
  next: z.string().nullable(),
})

/** Column → value. */
export type ColumnFilter = Readonly<Record<string, string | number | undefined>>

export interface RecordPage {
  /** From 1 to 10,000. Default 1,000. */
  readonly limit?: number | undefined
  /** The `next` of the page before. */
  readonly after?: string | undefined
}

/** One collection. */
export interface RecordQueries<R> {
  /** Oldest first. Without a predicate, all. */
  findMany(predicate?: (record: R) => boolean, page?: Page): R[]
}

export type Records = { readonly [Name in CollectionName]: RecordQueries<RecordOf<Name>> } & {
  /** The collections with their columns and their number of records. */
  list(): z.output<typeof recordCollectionsReply>
  /** The records whose columns have these values. Throws {@link Misuse} for an unknown collection or column. */
  find(collection: string, columns?: ColumnFilter, page?: RecordPage): z.output<typeof recordsReply>
}

/** Asks for the current world each time, because a reset replaces it. */
export function createRecords(current: () => World): Records {
  const queries = Object.fromEntries(
    collectionNames.map((name) => [name, { findMany: query(collections[name] as Collection<object>, current) }]),
  ) as unknown as { readonly [Name in CollectionName]: RecordQueries<RecordOf<Name>> }
  return {
    ...queries,
    list() {
      const all = collectionNames.map((name) => {
        const { columns, records } = collections[name]
        return { name, columns: Object.keys(columns), total: [...records(current())].length }
      })
      return { collections: all, total: all.length }
    },
    find(name, columns = {}, { limit = 1_000, after } = {}) {
      const collection = collectionOf(name)
      const found = query(collection, current)(predicateOf(name, collection, columns))
      const start = after === undefined ? 0 : positionAfter(after, found)
      const records = found.slice(start, start + limit) as z.output<typeof recordsReply>['records']
      const last = records.at(-1)
      return { records, total: found.length, next: last && start + limit < found.length ? keyOf(last) : null }
    },
  }
}

const query =
  <R extends object>({ records }: Collection<R>, current: () => World): RecordQueries<R>['findMany'] =>
  (predicate, page) =>
    findMany(records(current()), predicate, page)

function collectionOf(name: string): Collection<object> {
  if (!Object.hasOwn(collections, name)) throw new Misuse(`There is no collection ${quoted(name)}.`, collectionNames, 404)
  return collections[name as CollectionName] as Collection<object>
}

function predicateOf(name: string, { columns }: Collection<object>, wanted: ColumnFilter): (record: object) => boolean {
  const checks = Object.entries(wanted).flatMap(([column, value]) => {
    if (value === undefined) return []
    const read = Object.hasOwn(columns, column) ? columns[column] : undefined
    if (!read) throw new Misuse(`${name} have no column ${quoted(column)}.`, Object.keys(columns))
    return [(record: object) => [read(record)].flat().some((each) => each !== null && each !== undefined && String(each) === String(value))]
  })
  return (record) => checks.every((check) => check(record))
}

/** Ids repeat between environments. */
function keyOf(record: object): string {
  const { environment, id, number } = record as { environment?: string; id?: string | number; number?: string }
  return [environment, id ?? number].filter((part) => part !== undefined).join('/')
}

function positionAfter(after: string, records: readonly object[]): number {
  const at = records.findIndex((record) => keyOf(record) === after)
  if (at < 0) throw new Misuse(`after: ${quoted(after)} is not the "next" of a page of this query.`)
  return at + 1
}

const quoted = (text: string) => JSON.stringify(text.slice(0, 100))
