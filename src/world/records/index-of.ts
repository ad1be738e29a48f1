/** Finds the records of a table by something else than their keys, and costs nothing until someone looks. */
import { getOrCreate } from '../../wire/when-needed.ts'
import type { Table } from './table.ts'

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
