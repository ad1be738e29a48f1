/** A shelf: the records of one kind in a world, and which of them have changed. */
import type { EnvironmentName } from '../state/agenda.ts'
import type { Kind } from './kinds.ts'
import { type ChangesOfTable, endObserving, type Key, noteChanges, observeMap, observeSet } from './observed.ts'

export interface Shelf {
  /** The kind; in an environment with its name before it, such as `test.order`. */
  readonly name: string
  readonly changes: ChangesOfTable
  /** Oldest first. */
  keys(): Key[]
  /** The record as it is written; undefined: there is none. */
  read(key: Key): unknown
  /** What was added to the record since the log had it; undefined: the log must have all of it. Counts as written to the log. */
  added?: ((key: Key) => Added | undefined) | undefined
  /** Notes no more changes. */
  stop(): void
}

/** What is added to a record without writing all of it. */
export interface Added {
  readonly shelf: string
  readonly value: unknown
}

/** Says what was added to values since they were written. */
export interface Growth<Value> {
  readonly kind: Kind
  /** Undefined: the value must be written as a whole. Either way it counts as written. */
  since(value: Value): unknown
}

/** Makes the shelves of a world, or of one of its environments. */
export interface ShelfMaker {
  /** The records of a map. `written` makes the record as it is written. Default: as it is. */
  ofMap<K extends Key, V>(kind: Kind, map: Map<K, V>, written?: (value: V, key: K) => unknown): void
  ofSet<K extends Key>(kind: Kind, set: Set<K>): void
  /** The entries of maps that lie in a map. */
  ofMaps<V, Inner extends Key, Value>(
    kind: Kind,
    map: Map<string, V>,
    innerOf: (value: V) => Map<Inner, Value>,
    written: (value: Value, outer: string, inner: string) => unknown,
    growth?: Growth<Value>,
  ): void
}

/** What lies on the shelves already counts as changed where `isNew` is true. */
export function shelfMaker(shelves: Shelf[], environment: EnvironmentName | undefined, isNew: boolean, changed: () => void): ShelfMaker {
  const nameOf = (kind: Kind) => (environment === undefined ? kind : `${environment}.${kind}`)
  const add = (
    kind: Kind,
    observed: () => Iterable<object>,
    changes: ChangesOfTable,
    keys: () => Key[],
    read: Shelf['read'],
    added?: Shelf['added'],
  ) => {
    if (isNew) for (const key of keys()) changes.put(key, undefined)
    shelves.push({
      name: nameOf(kind),
      changes,
      keys,
      read,
      added,
      stop: () => void Array.from(observed(), endObserving),
    })
  }
  return {
    ofMap(kind, map, written = (value) => value) {
      const changes = noteChanges(changed)
      observeMap(map, changes)
      add(
        kind,
        () => [map],
        changes,
        () => [...map.keys()],
        (key) => {
          const value = map.get(key as never)
          return value === undefined ? undefined : written(value, key as never)
        },
      )
    },
    ofSet(kind, set) {
      const changes = noteChanges(changed)
      observeSet(set, changes)
      add(
        kind,
        () => [set],
        changes,
        () => [...set],
        (key) => (set.has(key as never) ? key : undefined),
      )
    },
    ofMaps<V, Inner extends Key, Value>(
      kind: Kind,
      map: Map<string, V>,
      innerOf: (value: V) => Map<Inner, Value>,
      written: (value: Value, outer: string, inner: string) => unknown,
      growth?: Growth<Value>,
    ) {
      const changes = noteChanges(changed)
      const known = new Map<string, ReturnType<typeof innerOf>>()
      function enter(outer: string, inner: ReturnType<typeof innerOf>, isChange: boolean): void {
        if (known.get(outer) === inner) return
        leave(outer)
        known.set(outer, inner)
        observeMap(inner, {
          put: (key) => changes.put(joined(outer, key), undefined),
          removed: (key) => changes.removed(joined(outer, key)),
        })
        if (isChange) for (const key of inner.keys()) changes.put(joined(outer, key), undefined)
      }
      function leave(outer: string): void {
        for (const key of known.get(outer)?.keys() ?? []) changes.removed(joined(outer, key))
        known.delete(outer)
      }
      for (const [outer, value] of map) enter(outer, innerOf(value), false)
      observeMap(map, { put: (outer, value) => enter(outer, innerOf(value), true), removed: leave })
      add(
        kind,
        () => [map, ...known.values()],
        changes,
        () => [...known].flatMap(([outer, inner]) => Array.from(inner.keys(), (key) => joined(outer, key))),
        (key) => {
          const [outer, inner, value] = find(key)
          return value === undefined ? undefined : written(value, outer, inner)
        },
        growth &&
          ((key) => {
            const [, , found] = find(key)
            const value = found === undefined ? undefined : growth.since(found)
            return value === undefined ? undefined : { shelf: nameOf(growth.kind), value }
          }),
      )
      function find(key: Key): [outer: string, inner: string, value: Value | undefined] {
        const [outer, inner] = parted(String(key))
        const found = known.get(outer)
        return [outer, inner, found?.get(inner as never) ?? found?.get(Number(inner) as never)]
      }
    },
  }
}

/** The first part has no line break in it. */
const joined = (outer: string, inner: Key): string => `${outer}\n${inner}`

function parted(key: string): [outer: string, inner: string] {
  const at = key.indexOf('\n')
  return [key.slice(0, at), key.slice(at + 1)]
}
