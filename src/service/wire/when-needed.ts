/** Makes values when they are first needed: by themselves, in a map, in a cache, or in a slot of their owner. */

export interface Cache<K, V> {
  get(key: K): V | undefined
  set(key: K, value: V): unknown
}

export function getOrCreate<K, V>(cache: Cache<K, V>, key: K, create: () => V): V {
  const cached = cache.get(key)
  if (cached !== undefined) return cached
  const created = create()
  cache.set(key, created)
  return created
}

/** The same for what takes time. A failure is not kept. */
export function getOrStart<K, V>(cache: Map<K, Promise<V>>, key: K, start: () => Promise<V>): Promise<V> {
  return getOrCreate(cache, key, () => {
    const started = start()
    started.catch(() => cache.delete(key))
    return started
  })
}

/** Calls `make` when the value is first needed. Later calls get the same promise, also one that was rejected. */
export function once<T>(make: () => T | Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined
  return () => (made ??= (async () => make())())
}

/** A cache of at most `limit` entries. It empties itself when it is full. */
export function boundedCache<K, V>(limit: number): Cache<K, V> {
  const entries = new Map<K, V>()
  return {
    get: (key) => entries.get(key),
    set(key, value) {
      if (entries.size >= limit) entries.clear()
      entries.set(key, value)
    },
  }
}

/**
 * For the schemas of what a page loads first. To make them all before they were needed took 16 ms of the first visit in Chromium, where MSW
 * takes 13 ms for all that it does before it starts. A test sees that no schema is made so early (test/browser-size.test.ts).
 */
export function whenNeeded<T extends object>(make: () => T): () => T {
  let made: T | undefined
  return () => (made ??= make())
}

export interface LiveOwner {
  /** Caches, turns, gates: what is not data, and ends with its owner. Only {@link liveSlot} looks into it. */
  readonly live: unknown[]
}

export interface LiveSlot<T> {
  /** What the slot of this owner holds. It is made at the first look. */
  of(owner: LiveOwner): T
}

let slots = 0

/** A reset and a restore make another world, so they begin with an empty slot. */
export function liveSlot<T>(make: () => T): LiveSlot<T> {
  const slot = slots++
  function of({ live }: LiveOwner): T {
    live[slot] ??= make()
    return live[slot] as T
  }
  return { of }
}
