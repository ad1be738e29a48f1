/** Follows a world: says what has changed in it, and all that is in it, as entries of the log. */
import { type EnvironmentName, environmentNames } from '../state/agenda.ts'
import type { World } from '../state/world.ts'
import { createHeads } from './head.ts'
import type { Key } from './observed.ts'
import { type Shelf, shelfMaker } from './shelf.ts'
import { environmentShelves, type Look, worldShelves } from './world-shelves.ts'

/** Takes an entry of the log as JSON. */
export type Write = (entry: string) => void

export interface FollowedWorld {
  readonly name: string
  readonly place: number
  /** Writes what has changed since the last time. */
  writeChanges(write: Write): void
  /** Writes everything that is there now, a part with each step, as it is by then. */
  writeAll(write: Write): Iterator<void>
  /** No number of a call, a token or an intervention in it is higher. */
  highest(): number
  stop(): void
}

export interface Following {
  readonly place: number
  /** False for a world that came from the log. */
  readonly isNew: boolean
  /** Milliseconds since 1970, of the machine. */
  now(): number
  changed(): void
}

/** Records that are written in one step. */
const step = 500

export function followWorld(world: World, { place, isNew, now, changed }: Following): FollowedWorld {
  const { data, clock, changes, name } = world
  const shelves: Shelf[] = []
  const heads = createHeads(world, now)
  const known = new Set<EnvironmentName>()
  const looks: Look[] = [worldShelves(shelfMaker(shelves, undefined, isNew, changed), data, clock.agenda)]
  function findEnvironments(areNew: boolean): void {
    for (const each of environmentNames) {
      const found = data.environments[each]
      if (!found || known.has(each)) continue
      known.add(each)
      looks.push(environmentShelves(shelfMaker(shelves, each, areNew, changed), found))
    }
  }
  findEnvironments(isNew)
  const unfollow = changes.follow(changed)
  if (isNew) changed()

  const put = (shelf: Shelf, key: Key, write: Write) => {
    const value = shelf.read(key)
    if (value !== undefined) write(`[${place},"${shelf.name}",${JSON.stringify(key)},${JSON.stringify(value)}]`)
  }
  return {
    name,
    place,
    writeChanges(write) {
      findEnvironments(true)
      for (const look of looks) look()
      const head = heads.changed()
      if (head !== undefined) write(`[${place},"world",0,${head}]`)
      for (const shelf of shelves) {
        if (shelf.changes.size === 0) continue
        for (const [key, change] of shelf.changes.take()) {
          if (change !== 'put') write(`[${place},"${shelf.name}",${JSON.stringify(key)}]`)
          const added = shelf.added?.(key)
          if (added && change === 'put') write(`[${place},"${added.shelf}",${JSON.stringify(key)},${JSON.stringify(added.value)}]`)
          else if (change !== 'removed') put(shelf, key, write)
        }
      }
    },
    writeAll(write) {
      // In the order of now: the log has what changes meanwhile.
      const all = shelves.map((shelf) => ({ shelf, keys: shelf.keys() }))
      function* steps(): Generator<void> {
        write(`[${place},"world",0,${JSON.stringify(heads.current())}]`)
        let left = step
        for (const { shelf, keys } of all) {
          for (const key of keys) {
            put(shelf, key, write)
            if (--left > 0) continue
            left = step
            yield
          }
        }
      }
      return steps()
    },
    highest: heads.highest,
    stop() {
      unfollow()
      for (const shelf of shelves) shelf.stop()
    },
  }
}
