/** Says that commits are kept, at once or when the disk has them. */
import { rm } from 'node:fs/promises'

/** When a commit counts as kept: when the operating system has it, or when the disk has it. */
export const syncNames = ['process', 'power'] as const
export type Sync = (typeof syncNames)[number]

/** Called when what was committed before is kept. `failure`: it could not be kept. */
export type Waiter = (failure?: Error) => void

/** What waits for the commits of one turn. */
export interface Turn {
  readonly waiters: readonly Waiter[]
  /** Files and folders to remove. */
  readonly paths: readonly string[]
}

export interface Settling {
  readonly isBusy: boolean
  /** Why the disk may lack what was written. A later sync cannot tell, so that nothing counts as kept any more. */
  readonly failure: Error | undefined
  /** The commits of a turn are written. */
  settle(turn: Turn): void
  /** Resolves when nothing waits for the disk. */
  settled(): Promise<void>
  /** The disk has everything. */
  end(last: Turn): void
}

export function createSettling(
  sync: Sync,
  syncLog: () => Promise<void>,
  alarm: (defect: unknown) => void,
  tell: (failure: Error) => void,
): Settling {
  let unsynced: Turn[] = []
  let working: Promise<void> | undefined
  let failed: Error | undefined

  function settle({ waiters, paths }: Turn, failure?: Error): void {
    for (const waiter of waiters) waiter(failure)
    // What removes a file is not kept.
    if (failure) return
    for (const path of paths) rm(path, { recursive: true, force: true }).catch(alarm)
  }
  /** Commits that come while the disk works share its next work. */
  async function syncAll(): Promise<void> {
    while (unsynced.length > 0) {
      const turns = unsynced
      unsynced = []
      const failure = await syncLog().then(
        () => undefined,
        (error: Error) => error,
      )
      if (failure && !failed) tell(failure)
      failed ??= failure
      for (const turn of turns) settle(turn, failed)
    }
    working = undefined
  }
  return {
    get failure() {
      return failed
    },
    get isBusy() {
      return working !== undefined
    },
    settle(turn) {
      if (sync === 'process') {
        settle(turn)
        return
      }
      unsynced.push(turn)
      working ??= syncAll()
    },
    settled: async () => working,
    end(last) {
      for (const turn of [...unsynced, last]) settle(turn)
      unsynced = []
    },
  }
}
