/** An in-memory store, which is the reference for the behaviour of all stores. */

import type { Change, Row, Store, Taken, WorldRow } from '../../src/persistence/store/store.ts'
import { getOrCreate } from '../../src/service/wire/when-needed.ts'

export interface MemoryStore extends Store {
  /** If set, writes fail with this error. */
  failure: Error | undefined
}

/** `now`: milliseconds since 1970. */
export function createMemoryStore(now = () => 0): MemoryStore {
  const worlds = new Map<number, WorldRow>()
  const rows = new Map<number, Map<number, Row>>()
  const values = new Map<string, string>()
  const taken = new Set<string>()
  /** Times when worlds were released, by name. */
  const left = new Map<string, number>()
  let last = 0

  function apply(change: Change): void {
    if (change.what === 'put') getOrCreate(rows, change.number, () => new Map<number, Row>()).set(change.row.row, change.row)
    else if (change.what === 'remove') rows.get(change.number)?.delete(change.row)
    else if (change.what === 'world') putWorld(change.world)
    else if (change.what === 'due') putDue(change.number, change.due)
    else if (change.what === 'value') values.set(change.name, change.json)
    else {
      worlds.delete(change.number)
      rows.delete(change.number)
    }
  }
  function putWorld(world: Omit<WorldRow, 'due'>): void {
    worlds.set(world.number, { ...world, due: worlds.get(world.number)?.due })
    last = Math.max(last, world.number)
    taken.add(world.name)
  }
  function putDue(number: number, due: number | undefined): void {
    const world = worlds.get(number)
    if (world) worlds.set(number, { ...world, due })
  }
  const named = (wanted: string) => [...worlds.values()].find(({ name }) => name === wanted)
  const free = () => [...worlds.values()].filter(({ name }) => !taken.has(name))
  const store: MemoryStore = {
    failure: undefined,
    list: async () => [...worlds.values()].sort((one, other) => (one.name < other.name ? -1 : 1)),
    count: async () => worlds.size,
    async take(name, makes): Promise<Taken> {
      const world = named(name)
      if (world || makes) taken.add(name)
      return world ? { is: 'here', world } : { is: 'free' }
    },
    load: async (number) => [...(rows.get(number)?.values() ?? [])].sort((one, other) => one.row - other.row),
    async letGo(name) {
      taken.delete(name)
      left.set(name, now())
    },
    due: async (before) => free().flatMap(({ name, due = before }) => (due < before ? [name] : [])),
    unused: async (since) => free().flatMap(({ name }) => ((left.get(name) ?? since) < since ? [name] : [])),
    newNumber: () => ++last,
    write(changes, ended) {
      if (!store.failure) for (const change of changes) apply(change)
      ended(store.failure)
    },
    read: async (name) => values.get(name),
    async swap(name, before, json) {
      if (store.failure) throw store.failure
      const isRight = values.get(name) === before
      if (isRight) values.set(name, json)
      return isRight
    },
    isOwnFailure: (error): error is Error => error !== undefined && error === store.failure,
    close: async () => {},
  }
  return store
}
