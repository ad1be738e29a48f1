/** The calls in flight in a world: when it ends, they all end. Source: decisions §2. */

/** The world of a call was reset or dropped. */
export class WorldGone extends Error {
  constructor() {
    super('The world was reset or dropped during this call.')
    this.name = 'WorldGone'
  }
}

/** A world, as those see it that wait in it. */
export interface Ending {
  /** Whether another world has taken its place, or it was dropped. */
  readonly gone: boolean
  /** Each is called once, when the world ends. */
  readonly inFlight: Set<() => void>
}

/** Throws {@link WorldGone}: what goes on after the end of its world changes nothing. */
export function demandNotGone({ gone }: Pick<Ending, 'gone'>): void {
  if (gone) throw new WorldGone()
}

/**
 * Waits for work, or throws {@link WorldGone} as soon as the world ends. The work itself continues. Who has ended the world does not wait
 * in it.
 */
export function unlessWorldGone<T>(world: Ending | undefined, work: Promise<T>): Promise<T> {
  if (!world || world.gone) return work
  const { inFlight } = world
  return new Promise<T>((resolve, reject) => {
    const end = () => reject(new WorldGone())
    inFlight.add(end)
    void work.then(
      (value) => {
        inFlight.delete(end)
        resolve(value)
      },
      (thrown) => {
        inFlight.delete(end)
        reject(thrown)
      },
    )
  })
}

/** A signal that aborts when another one does, and when the world ends. `release` lets go of both. */
export function signalOfBoth(world: Ending | undefined, signal: AbortSignal): { readonly signal: AbortSignal; release(): void } {
  const ending = new AbortController()
  const end = () => ending.abort()
  if (signal.aborted) end()
  signal.addEventListener('abort', end, { once: true })
  world?.inFlight.add(end)
  function release(): void {
    // Many calls can have one signal. Listeners that stay make each of them slower than the one before.
    signal.removeEventListener('abort', end)
    world?.inFlight.delete(end)
  }
  return { signal: ending.signal, release }
}
