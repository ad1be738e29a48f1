/** Stores a simulator's worlds in IndexedDB, as snapshots. */

import type { Simulator } from '../src/control/create-simulator.ts'
import { Misuse } from '../src/service/wire/misuse.ts'

export interface StoredWorlds {
  /** Resolves when all changes so far have been stored. */
  store(): Promise<void>
  close(): Promise<void>
}

const table = 'worlds'

const done = <T>(request: IDBRequest<T>) =>
  new Promise<T>((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })

/** Restores the stored worlds, and from then on stores every change. */
export async function openWorlds(simulator: Simulator, name: string): Promise<StoredWorlds> {
  const opening = indexedDB.open(name, 1)
  opening.onupgradeneeded = () => void opening.result.createObjectStore(table)
  const database = await done(opening)
  /** The change count at which each world was last stored. */
  const stored = new Map<string, number>()
  const followed = new Map<object, () => void>()

  async function restore(): Promise<void> {
    const rows = database.transaction(table).objectStore(table)
    const [names, documents] = await Promise.all([done(rows.getAllKeys()), done(rows.getAll())])
    for (const [at, world] of (names as string[]).entries()) {
      await simulator.knobs(world).restore(documents[at])
      stored.set(world, simulator.knobs(world).changes.count)
    }
  }

  async function write(): Promise<void> {
    const worlds = simulator.worlds()
    for (const { changes } of worlds) if (!followed.has(changes)) followed.set(changes, changes.follow(soon))
    const changed = worlds.filter((world) => stored.get(world.name) !== world.changes.count)
    const dropped = [...stored.keys()].filter((world) => !worlds.some((each) => each.name === world))
    if (changed.length + dropped.length === 0) return
    const rows = await Promise.all(
      changed.map(async ({ name: world, changes: { count } }) => {
        const document = await simulator.knobs(world).snapshot({ journal: true, inline: Number.MAX_SAFE_INTEGER })
        return { world, count, document }
      }),
    )
    await new Promise<void>((resolve, reject) => {
      const change = database.transaction(table, 'readwrite')
      const store = change.objectStore(table)
      for (const { world, document } of rows) store.put(document, world)
      for (const world of dropped) store.delete(world)
      change.oncomplete = () => resolve()
      change.onabort = () => reject(change.error)
      // Commits immediately, because a page that closes loses an open transaction.
      change.commit()
    })
    for (const { world, count } of rows) stored.set(world, count)
    for (const world of dropped) stored.delete(world)
  }

  let last = Promise.resolve()
  const store = () => {
    last = last.then(write).catch(simulator.alarm)
    return last
  }
  let isSoon = false
  function soon(): void {
    if (isSoon) return
    isSoon = true
    queueMicrotask(() => {
      isSoon = false
      void store()
    })
  }

  try {
    await restore()
  } catch (thrown) {
    database.close()
    if (!(thrown instanceof Misuse)) throw thrown
    throw new Misuse(`The stored worlds cannot be restored: ${thrown.message} To start over: indexedDB.deleteDatabase('${name}').`)
  }
  await store()
  return {
    store,
    async close() {
      await store()
      for (const unfollow of followed.values()) unfollow()
      database.close()
    },
  }
}
