/** The value under a key, made on first need. */

interface Memory<K, V> {
  get(key: K): V | undefined
  set(key: K, value: V): unknown
}

export function getOrCreate<K, V>(memory: Memory<K, V>, key: K, make: () => V): V {
  const known = memory.get(key)
  if (known !== undefined) return known
  const made = make()
  memory.set(key, made)
  return made
}

/** A memory that holds so much, and then begins anew. */
export function shortMemory<K, V>(limit: number): Memory<K, V> {
  const memory = new Map<K, V>()
  return {
    get: (key) => memory.get(key),
    set(key, value) {
      if (memory.size >= limit) memory.clear()
      memory.set(key, value)
    },
  }
}
