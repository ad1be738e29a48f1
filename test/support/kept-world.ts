/** Compares a world with the copy that a data folder would contain. */
import { isDeepStrictEqual } from 'node:util'
import { type WorldDocument, writeWorld } from '../../src/persistence/snapshot/world.ts'
import { followWorld } from '../../src/persistence/store/followed-world.ts'
import { documentOf, loadedWorld } from '../../src/persistence/store/loaded-world.ts'
import type { Change } from '../../src/persistence/store/store.ts'
import type { WorldStore } from '../../src/service/engine/lifetime.ts'
import { copyWorldData, type World } from '../../src/service/world/world.ts'
import { createMemoryStore } from './memory-store.ts'

/** Compares the world with its copy in each turn of the event loop. */
export function mirrored() {
  const differences = new Set<string>()
  const store = createMemoryStore()
  const worlds = new Map<string, { world: World; number: number; changes(): Change[] }>()
  let places = 0
  let turns = 0
  let due = false
  const now = () => Date.now()

  async function look(): Promise<void> {
    due = false
    turns++
    for (const { world, number, changes } of worlds.values()) {
      store.write(changes(), () => {})
      const live = plain(written(world))
      const [row] = (await store.list()).filter((each) => each.number === number)
      if (!row) throw new Error(`The store lacks the world ${world.name}.`)
      const kept = plain(documentOf(loadedWorld(row, await store.load(number)), now()))
      for (const difference of differencesOf(live, kept)) differences.add(difference)
    }
  }
  function changed(): void {
    if (due) return
    due = true
    setImmediate(() => void look())
  }
  const worldStore: WorldStore = {
    first: undefined,
    numbers: {},
    serve: () => {},
    reach: () => undefined,
    mayMake: () => true,
    list: async () => [],
    release: async () => {},
    leaving: () => {},
    fault: () => undefined,
    answerTo: () => undefined,
    around: (carrier) => carrier,
    newNumber: () => ++places,
    began(world, number) {
      const followed = followWorld(world, { number, loaded: undefined, now, wall: now, changed })
      function changes(): Change[] {
        const all: Change[] = []
        followed.writeChanges((change) => void all.push(change))
        return all
      }
      worlds.set(world.name, { world, number, changes })
    },
    dropped: (name) => void worlds.delete(name),
    closing: () => worlds.clear(),
  }
  return { worldStore, differences, looked: () => turns }
}

export const written = (world: World): WorldDocument => writeWorld(copyWorldData(world), undefined)

/** Removes data that a restart can change: reserved call numbers, and calls counted against limits. */
export function plain(document: WorldDocument): WorldDocument {
  const { calls: _, environments, clock, ...rest } = JSON.parse(JSON.stringify(document)) as WorldDocument
  const read = Object.entries(environments).map(([name, each]) => [name, each && { ...each, allowances: [] }])
  const bookings = clock.bookings.toSorted((one, other) => (`${one.cause}.${one.nth}` < `${other.cause}.${other.nth}` ? -1 : 1))
  return { ...rest, calls: 0, clock: { ...clock, bookings }, environments: Object.fromEntries(read) }
}

/** Yields the differences between two documents, with both values. */
function* differencesOf(one: unknown, other: unknown, number = ''): Generator<string> {
  if (isDeepStrictEqual(one, other)) return
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) {
    yield `${number}: ${JSON.stringify(one)} in the world, ${JSON.stringify(other)} in the folder`
    return
  }
  const [these, those] = [one, other] as Record<string, unknown>[]
  for (const key of new Set([...Object.keys(one), ...Object.keys(other)]))
    yield* differencesOf(these?.[key], those?.[key], `${number}.${key}`)
}
