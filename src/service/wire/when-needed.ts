/** Values that are created on first use: single values, map or cache entries, and slots. */

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

/** Returns the promise cached under a key, or calls `start` to create one. A rejected promise is removed from the cache. */
export function getOrStart<K, V>(cache: Map<K, Promise<V>>, key: K, start: () => Promise<V>): Promise<V> {
  return getOrCreate(cache, key, () => {
    const started = start()
    started.catch(() => cache.delete(key))
    return started
  })
}

/** Calls `make` on first use. Later calls return the same promise, even if it was rejected. */
export function once<T>(make: () => T | Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined
  return () => (made ??= (async () => make())())
}

/** Creates a cache with at most `limit` entries. When the cache is full, it is cleared. */
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
 * Creates schemas on first use, so that they do not slow down a page: creating all of them took 16 ms on the first visit in Chromium, while
 * MSW starts in 13 ms. A test checks that no schema is created earlier (test/browser-size.test.ts).
 */
export function whenNeeded<T extends object>(make: () => T): () => T {
  let made: T | undefined
  return () => (made ??= make())
}

export interface LiveOwner {
  /**
   * State that is not part of the owner's data and is discarded with the owner: caches, queues and gates. Only {@link liveSlot} reads this
   * state.
   */
  readonly live: unknown[]
}

export interface LiveSlot<T> {
  /** Returns the value in the owner's slot. Creates it on first use. */
  of(owner: LiveOwner): T
}

let slots = 0

/** Declares a slot in each owner. A reset or restore creates another world, whose slots are empty. */
export function liveSlot<T>(make: () => T): LiveSlot<T> {
  const slot = slots++
  function of({ live }: LiveOwner): T {
    live[slot] ??= make()
    return live[slot] as T
  }
  return { of }
}
