/** A map that keeps its newest entries, so that what a verdict remembers has a bound. */

export interface Recent<Key, Value> {
  readonly size: number
  get(key: Key): Value | undefined
  /** Makes it the newest entry. */
  set(key: Key, value: Value): void
  delete(key: Key): void
  values(): Iterable<Value>
}

/** Entries that a verdict remembers of one caller. */
const usual = 100

/** Keeps at least the `most` newest entries, and at most twice as many: older ones go together, because that costs an order 1 µs less (bench/verdicts.ts). */
export function recent<Key, Value>(most = usual): Recent<Key, Value> {
  let newer = new Map<Key, Value>()
  let older = new Map<Key, Value>()
  function forget(key: Key): void {
    if (newer.size > 0) newer.delete(key)
    if (older.size > 0) older.delete(key)
  }
  return {
    get size() {
      return newer.size + older.size
    },
    get: (key) => (newer.size === 0 ? undefined : newer.get(key)) ?? (older.size === 0 ? undefined : older.get(key)),
    set(key, value) {
      forget(key)
      if (newer.size >= most) {
        older = newer
        newer = new Map()
      }
      newer.set(key, value)
    },
    delete: forget,
    values: () => [...older.values(), ...newer.values()],
  }
}
