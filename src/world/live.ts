/** What lives only while its owner lives, a world or a simulator: one slot for each file that remembers something of it. */

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
