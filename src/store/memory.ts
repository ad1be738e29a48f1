/** A store that ends with its process: for tests of what uses a store. */
import { getOrCreate } from '../wire/when-needed.ts'
import type { Change, Row, Store, WorldRow } from './store.ts'

export interface MemoryStore extends Store {
  /** Writes fail with this; undefined: they do not. */
  failure: Error | undefined
}

export function createMemoryStore(): MemoryStore {
  const worlds = new Map<number, WorldRow>()
  const rows = new Map<number, Map<number, Row>>()
  const values = new Map<string, string>()

  function apply(change: Change): void {
    if (change.what === 'put') getOrCreate(rows, change.number, () => new Map<number, Row>()).set(change.row.row, change.row)
    else if (change.what === 'remove') rows.get(change.number)?.delete(change.row)
    else if (change.what === 'world') worlds.set(change.world.number, change.world)
    else if (change.what === 'value') values.set(change.name, change.json)
    else {
      worlds.delete(change.number)
      rows.delete(change.number)
    }
  }
  const store: MemoryStore = {
    failure: undefined,
    worlds: async () => [...worlds.values()].sort((one, other) => one.number - other.number),
    load: async (number) => [...(rows.get(number)?.values() ?? [])].sort((one, other) => one.row - other.row),
    letGo: async () => {},
    write(changes, ended) {
      if (!store.failure) for (const change of changes) apply(change)
      ended(store.failure)
    },
    read: async (name) => values.get(name),
    isOwnFailure: (error): error is Error => error !== undefined && error === store.failure,
    close: async () => {},
  }
  return store
}
