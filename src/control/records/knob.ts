/** Queries a world's records, which calls to the service never do, because a query's cost grows with the number of records. */
import type { z } from 'zod'
import { Misuse, unknownName } from '../../service/wire/misuse.ts'
import { whenNeeded } from '../../service/wire/when-needed.ts'
import type { CollectionLibrary } from '../../service/world/platform.ts'
import { findMany } from '../../service/world/records.ts'
import type { World } from '../../service/world/world.ts'
import { type Collection, collectionNames, columnOf, collections as recordCollections } from '../collections.ts'
import type { RecordCollection, readOnlyCollection } from '../read-only-collection.ts'
import { type Page, pageOf } from '../rows/page.ts'
import type { CollectionName, RecordOf, recordCollectionsReply, recordsReply } from './rows.ts'

/** Values, keyed by column. */
export type ColumnFilter = Readonly<Record<string, string | number | undefined>>

export type Records = { readonly [Name in CollectionName]: RecordCollection<RecordOf<Name>> } & {
  /** Lists the collections, with their columns and record counts. */
  list(page?: Page): z.output<typeof recordCollectionsReply>
  /** Finds records whose columns have these values. Throws `Misuse` for an unknown collection or column. */
  find(collection: string, columns?: ColumnFilter, page?: Page): z.output<typeof recordsReply>
}

export function createRecords(current: () => World, open: () => Opened): Records {
  const byName = {} as { readonly [Name in CollectionName]: RecordCollection<RecordOf<Name>> }
  for (const name of collectionNames) {
    const { records } = recordCollections[name] as Collection<object>
    function opened() {
      const { collection, library } = open()
      return collection({ name, library, records: () => records(current()), keyOf })
    }
    Object.defineProperty(byName, name, { get: whenNeeded(opened), enumerable: true })
  }
  return Object.assign(byName, {
    list(page?: Page) {
      const show = (name: CollectionName) => {
        const { columns, records } = recordCollections[name]
        return { name, columns: Object.keys(columns), total: [...records(current())].length }
      }
      return pageOf('collections', collectionNames, page, (name) => name, show)
    },
    find(name: string, columns: ColumnFilter = {}, page?: Page) {
      const collection = collectionOf(name)
      const matching = findMany(collection.records(current()), predicateOf(name, collection, columns))
      return pageOf('records', matching as z.output<typeof recordsReply>['records'], page, keyOf)
    },
  } satisfies Pick<Records, 'list' | 'find'>)
}

function collectionOf(name: string): Collection<object> {
  if (!Object.hasOwn(recordCollections, name))
    throw unknownName(`Unknown collection: ${quoted(name)}.`, name, collectionNames, { status: 404 })
  return recordCollections[name as CollectionName] as Collection<object>
}

function predicateOf(name: string, collection: Collection<object>, wanted: ColumnFilter): (record: object) => boolean {
  const { columns, choices } = collection
  const checks = Object.entries(wanted).flatMap(([column, value]) => {
    if (value === undefined) return []
    const read = columnOf(collection, column)
    if (!read) throw unknownName(`${name}: unknown column ${quoted(column)}.`, column, Object.keys(columns))
    const known = choices[column]
    if (known && !known.includes(String(value)))
      throw unknownName(`${column}: ${quoted(String(value))} is not a value of ${name}.`, String(value), known)
    return [(record: object) => read(record).includes(String(value))]
  })
  return (record) => checks.every((check) => check(record))
}

/** The environment is part of the key, because both environments can use the same ids. */
function keyOf(record: object): string {
  const { environment, id, number } = record as { environment?: string; id?: string | number; number?: string }
  return [environment, id ?? number].filter((part) => part !== undefined).join('/')
}

const quoted = (text: string) => JSON.stringify(text.slice(0, 100))

/** The code that opens collections. Node.js loads it immediately; a browser page loads it in `ready`. */
export interface Opened {
  readonly library: CollectionLibrary
  readonly collection: typeof readOnlyCollection
}

export function createLibrary(open: (() => Opened) | undefined) {
  let opened: Opened | undefined
  return {
    now(): Opened {
      opened ??= open?.()
      if (!opened) throw new Misuse('Await simulator.ready() before you query records.')
      return opened
    },
    async load(): Promise<void> {
      opened ??= (await import('./opened.ts')).opened
    },
  }
}
