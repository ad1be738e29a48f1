/** The journal: two rings of lines, one for calls, one for jobs. */

import { createRedaction, type Redaction } from './journal/redaction.ts'
import { createJournalBudget, type JournalBudget, type Share } from './journal-budget.ts'
import { createFollowing, type Following } from './journal-following.ts'
import type { Line } from './journal-line.ts'
import { createRing, newRing, type Ring, type RingData } from './journal-ring.ts'
import { createSecrets } from './secrets.ts'

export interface JournalData {
  readonly calls: RingData
  readonly jobs: RingData
  /** How many lines were closed. */
  closed: number
}

export const newJournal = (closed = 0): JournalData => ({ calls: newRing(), jobs: newRing(), closed })

export interface JournalRings {
  readonly calls: Ring
  readonly jobs: Ring
  readonly following: Following
  /** What lines keep of a call. */
  readonly redact: Redaction
  /** Numbers a line in the order of closing, calls and jobs together, and gives it to the followers. */
  close(line: Line): void
  /** Counts no more against the budget. */
  end(): void
}

/** Sees a closed line, and the name of its world. */
export type Watcher = (line: Line, world: string) => void

/** What the journals of all worlds share. */
export interface Journals {
  /** See every line when it is closed. Default: none. */
  readonly watchers?: ReadonlySet<Watcher>
  readonly budget: JournalBudget
  readonly redact: Redaction
}

export interface JournalSurroundings {
  readonly following?: Following | undefined
  /** The part of the budget of all worlds. Default: no limit. */
  readonly share?: Share
  readonly redact?: Redaction
  /** See every line when it is closed. Default: none. */
  readonly watchers?: ReadonlySet<Watcher> | undefined
  /** What watchers know the world by. */
  readonly world?: string
}

/** `limit`: how many lines a ring holds. */
export function createJournalRings(
  data: JournalData,
  limit: number,
  {
    following = createFollowing(),
    share = createJournalBudget().join(),
    redact = createRedaction(createSecrets(() => '')),
    watchers = new Set(),
    world = '',
  }: JournalSurroundings = {},
): JournalRings {
  const [calls, jobs] = [createRing(data.calls, limit, share, redact.mark), createRing(data.jobs, limit, share, redact.mark)]
  return {
    calls,
    jobs,
    following,
    redact,
    close(line) {
      redact.rest(line)
      ;(line.method === null ? jobs : calls).reweigh(line)
      data.closed = following.show(line, data.closed, redact.mark)
      if (watchers.size === 0) return
      redact.mark(line)
      for (const see of watchers) see(line, world)
    },
    end: share.end,
  }
}
