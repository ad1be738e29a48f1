/** Says that commits are kept, at once or when the disk has them. */
import type { StoreFailure } from '../store/store.ts'

/** When a commit counts as kept: when the operating system has it, or when the disk has it. */
export const syncNames = ['process', 'power'] as const
export type Sync = (typeof syncNames)[number]

type Kept = (failure?: StoreFailure) => void

export interface Settling {
  /** Why the disk may lack what was written. A later sync cannot tell, so that nothing counts as kept any more. */
  readonly failure: StoreFailure | undefined
  /** Commits are written. */
  settle(ended: Kept): void
  /** The disk has everything. Resolves when it works no more. */
  end(): Promise<void>
}

export function createSettling(sync: Sync, syncFile: () => Promise<void>): Settling {
  let unsynced: Kept[] = []
  let working: Promise<void> | undefined
  let failed: StoreFailure | undefined

  /** Commits that come while the disk works share its next work. */
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
