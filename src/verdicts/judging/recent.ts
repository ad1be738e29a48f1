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

export function recent<Key, Value>(most = usual): Recent<Key, Value> {
  const entries = new Map<Key, Value>()
  return {
    get size() {
      return entries.size
    },
    get: (key) => (entries.size === 0 ? undefined : entries.get(key)),
    set(key, value) {
      entries.delete(key)
      if (entries.size >= most) for (const oldest of entries.keys()) if (entries.delete(oldest)) break
      entries.set(key, value)
    },
    delete(key) {
      if (entries.size > 0) entries.delete(key)
    },
    values: () => entries.values(),
  }
}
