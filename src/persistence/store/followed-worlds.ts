/** The tracked worlds, and the set of worlds with changes. */
import type { World } from '../../service/world/world.ts'
import { type FollowedWorld, type Following, followWorld, type Write } from './followed-world.ts'
import type { Numbers } from './numbers.ts'

export interface FollowedWorlds {
  follow(world: World, number: number, loaded: Following['loaded']): void
  /** Writes the changes in all worlds since the last call. */
  collect(write: Write): void
  /** Writes the remaining changes of one world, or of all worlds, and stops tracking. */
  release(write: Write, name?: string): void
  forget(name: string, write: Write): void
  /** Call this for every call: reserves numbers for worlds that have used most of their reserved numbers. */
  called(): void
  markAll(): void
  clear(): void
}

/** Number of calls between checks of the reserved numbers. Must be smaller than a world's reserve. */
const callsBetweenChecks = 250

export function createFollowedWorlds(
  numbers: Pick<Numbers, 'reach'>,
  { changed, ...clocks }: Pick<Following, 'now' | 'wall' | 'changed'>,
): FollowedWorlds {
  const followed = new Map<string, FollowedWorld>()
  /** Names of worlds with changes. */
  const marked = new Set<string>()
  let calls = 0

  function mark(name: string): void {
    marked.add(name)
    changed()
  }
  function stop(name: string): void {
    followed.get(name)?.stop()
    followed.delete(name)
    marked.delete(name)
  }
  function forget(name: string, write: Write): void {
    const number = followed.get(name)?.number
    stop(name)
    if (number !== undefined) write({ what: 'drop', number })
  }
  return {
    follow(world, number, loaded) {
      const { name } = world
      followed.set(name, followWorld(world, { number, loaded, ...clocks, changed: () => mark(name) }))
    },
    collect(write) {
      for (const name of marked) {
        marked.delete(name)
        const world = followed.get(name)
        world?.writeChanges(write)
        if (world) numbers.reach(world.highest(), write)
      }
    },
    release(write, name) {
      for (const each of name === undefined ? [...followed.keys()] : [name]) {
        followed.get(each)?.writeChanges(write, true)
        stop(each)
      }
    },
    forget,
    called() {
      if (++calls % callsBetweenChecks > 0) return
      for (const world of followed.values()) if (world.needsNumbers()) mark(world.name)
    },
    markAll() {
      for (const name of followed.keys()) mark(name)
    },
    clear() {
      for (const name of followed.keys()) stop(name)
    },
  }
}
