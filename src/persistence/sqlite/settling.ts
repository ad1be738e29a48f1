/** Reports commits as stored: immediately, or after a flush to disk. */
import type { StoreFailure } from '../store/store.ts'

/** When a commit counts as stored: once it is written to the operating system (`process`) or flushed to disk (`power`). */
export const syncNames = ['process', 'power'] as const
export type Sync = (typeof syncNames)[number]

type Kept = (failure?: StoreFailure) => void

export interface Settling {
  /** The reason why a flush failed. Later flushes cannot detect lost writes, so nothing counts as stored after this. */
  readonly failure: StoreFailure | undefined
  /** Call this after writing commits. */
  settle(ended: Kept): void
  /** Call this after a final synchronous flush. Resolves once any pending flush has ended. */
  end(): Promise<void>
}

export function createSettling(sync: Sync, syncFile: () => Promise<void>): Settling {
  let unsynced: Kept[] = []
  let working: Promise<void> | undefined
  let failed: StoreFailure | undefined

  /** Commits that arrive during a flush share the next flush. */
  async function syncAll(): Promise<void> {
    while (unsynced.length > 0) {
      const turns = unsynced
      unsynced = []
      try {
        await syncFile()
      } catch (error) {
        failed ??= Object.assign(error as Error, { isLasting: true })
      }
      for (const ended of turns) ended(failed)
    }
    working = undefined
  }
  return {
    get failure() {
      return failed
    },
    settle(ended) {
      if (sync === 'process') {
        ended()
        return
      }
      unsynced.push(ended)
      working ??= syncAll()
    },
    async end() {
      for (const ended of unsynced.splice(0)) ended(failed)
      await working
    },
  }
}
