/** The value under a key, made on first need. */

interface Memory<K, V> {
  get(key: K): V | undefined
  set(key: K, value: V): unknown
}

export function remember<K, V>(memory: Memory<K, V>, key: K, make: () => V): V {
  const known = memory.get(key)
  if (known !== undefined) return known
  const made = make()
  memory.set(key, made)
  return made
}
