/** Folds the entries of the log into the worlds that they describe. */

import { getOrCreate } from '../wire/when-needed.ts'
import { versionOf } from '../world/records/form.ts'
import type { Key } from '../world/records/table.ts'
import { type FileHead, kinds as forms, type KeptKind, type KeptSpent, upgraded } from './kinds.ts'
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
  /** The keys of now of the records that an entry of a version before made, by the records of its shelf and its key. */
  const newKeys = new WeakMap<Map<Key, unknown>, Map<Key, Key[]>>()
  let highest = 0

  /** Entries of versions before can have other keys than records of now have. */
  function addOlder(records: Map<Key, unknown>, kind: KeptKind, version: number, key: Key, record: unknown): void {
    const keys = getOrCreate(newKeys, records, () => new Map<Key, Key[]>())
    const all = record === undefined ? [] : upgraded(kind, version, record)
    const keyed = all.map((each) => [kind.key?.(each as never) ?? key, each] as const)
    for (const before of keys.get(key) ?? []) if (!keyed.some(([now]) => now === before)) records.delete(before)
    for (const [now, each] of keyed) records.set(now, each)
    keys.set(
      key,
      keyed.map(([now]) => now),
    )
  }

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
    const form = Object.hasOwn(forms, kind) ? forms[kind] : undefined
    const version = kinds[kind] ?? 1
    if (form && version < versionOf(form)) addOlder(records, form, version, key, record)
    else if (record === undefined) records.delete(key)
    else records.set(key, record)
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
