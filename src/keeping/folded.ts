/** Folds the entries of the log into the worlds that they describe. */
import type { KeptSpent } from '../control-replies/snapshot/scenarios.ts'
import { type FileHead, kinds as forms, isKind, upgraded } from './kinds.ts'
import type { Key } from './observed.ts'
import { spend } from './spending.ts'

/** The records of one world: by name of the shelf, then by key, in their order. */
export type Folded = Map<string, Map<Key, unknown>>

/** An entry: a record, a record that is gone, or a world that is gone. */
type Entry = readonly [place: number, shelf?: string, key?: Key, record?: unknown]

export interface Folder {
  /** Entries of one commit or several, from a file with this head. Returns false, and adds nothing, where the beginning of a world is missing. */
  add(entries: readonly unknown[], head: FileHead): boolean
  readonly worlds: ReadonlyMap<number, Folded>
  /** The highest number of a world that was ever there. */
  readonly highest: number
}

export function createFolder(): Folder {
  const worlds = new Map<number, Folded>()
  let highest = 0

  function add([place, shelf, key, record]: Entry, { kinds }: FileHead): void {
    highest = Math.max(highest, place)
    if (shelf === undefined || key === undefined) {
      worlds.delete(place)
      return
    }
    const world = worlds.get(place) ?? new Map<string, Map<Key, unknown>>()
    worlds.set(place, world)
    const records = world.get(shelf) ?? new Map<Key, unknown>()
    world.set(shelf, records)
    const kind = shelf.slice(shelf.indexOf('.') + 1)
    if (kind === 'spent') {
      const whole = world.get(shelf.replace(/spent$/, 'allowance'))?.get(key)
      if (whole !== undefined) spend(whole, record as KeptSpent)
      return
    }
    if (record === undefined || !isKind(kind)) records.delete(key)
    else records.set(key, upgraded(forms[kind], kinds[kind] ?? 1, record))
  }
  /** The first entry of a world is its head. */
  function hasBeginnings(entries: readonly Entry[]): boolean {
    const begun = new Set<number>()
    for (const [place, shelf] of entries) {
      if (shelf === 'world') begun.add(place)
      else if (shelf !== undefined && !worlds.has(place) && !begun.has(place)) return false
    }
    return true
  }
  return {
    worlds,
    get highest() {
      return highest
    },
    add(entries, head) {
      if (!hasBeginnings(entries as Entry[])) return false
      for (const entry of entries) add(entry as Entry, head)
      return true
    },
  }
}
