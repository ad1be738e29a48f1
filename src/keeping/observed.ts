/** Notes which entries of a map or a set change, in worlds that a folder keeps. */

export type Key = string | number

/** Learns of each change, when it has happened. */
export interface Noting<K, V> {
  put(key: K, value: V): void
  removed(key: K): void
}

/** Several can observe one map, until {@link endObserving}. A copy of the map is not observed. */
export function observeMap<K, V>(map: Map<K, V>, { put, removed }: Noting<K, V>): void {
  const [set, remove] = [map.set.bind(map), map.delete.bind(map)]
  map.set = (key, value) => {
    set(key, value)
    put(key, value)
    return map
  }
  map.delete = (key) => {
    const found = remove(key)
    if (found) removed(key)
    return found
  }
  map.clear = () => {
    for (const key of map.keys()) map.delete(key)
  }
}

export function observeSet<K>(set: Set<K>, { put, removed }: Noting<K, K>): void {
  const [add, remove] = [set.add.bind(set), set.delete.bind(set)]
  set.add = (key) => {
    add(key)
    put(key, key)
    return set
  }
  set.delete = (key) => {
    const found = remove(key)
    if (found) removed(key)
    return found
  }
  set.clear = () => {
    for (const key of set) set.delete(key)
  }
}

/** A reset can give a map to another world, which observes it anew. */
export function endObserving(observed: object): void {
  for (const method of ['set', 'add', 'delete', 'clear']) Reflect.deleteProperty(observed, method)
}

/** A record that is put again after it was removed comes last: it must be removed in the log, too. */
type Change = 'put' | 'removed' | 'put again'

/** The keys that changed since they were last taken. */
export interface ChangesOfTable extends Noting<Key, unknown> {
  readonly size: number
  /** In an order in which they can be written. */
  take(): [key: Key, change: Change][]
}

/** `changed` is called with each change. */
export function noteChanges(changed: () => void): ChangesOfTable {
  let changes = new Map<Key, Change>()
  return {
    get size() {
      return changes.size
    },
    put(key) {
      const before = changes.get(key)
      if (before === 'removed') changes.delete(key)
      if (before === undefined) changes.set(key, 'put')
      else if (before === 'removed') changes.set(key, 'put again')
      changed()
    },
    removed(key) {
      changes.set(key, 'removed')
      changed()
    },
    take() {
      const taken = [...changes]
      if (taken.length > 0) changes = new Map()
      return taken
    },
  }
}
