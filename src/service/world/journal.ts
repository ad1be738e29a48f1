/** A world's journal: its data, its rings of lines, and its followers. */

import { createJournalBudget, type JournalBudget, type Share } from './journal/budget.ts'
import type { Line } from './journal/line.ts'
import { createRedaction, type Redaction } from './journal/redaction.ts'
import { createRing, newRing, type Ring, type RingData } from './journal/ring.ts'
import { createSecrets } from './journal/secrets.ts'

export { type Hide, hiding, secretsIn, secretsInQuery } from './journal/known-secrets.ts'
export { bodyLimit, jsonOf, type Line, type LineCaller, type LineSender, type StageName, stageNames } from './journal/line.ts'
export { isSecretHeader, type Secrets, secretsMarked } from './journal/secrets.ts'

export type { Redaction, Ring }

export interface Follower {
  line(line: Line): void
  /** True if lines must include the connection and, for a call refused before its body is read, the JSON body. */
  readonly wantsDetails?: boolean
  /** True if the follower receives lines before their secrets are replaced. Such a follower must not show a line's text. */
  readonly takesUnmarked?: boolean
  /** True if the follower stays for the lifetime of the world. Such a follower does not keep an idle world loaded. */
  readonly stays?: boolean
  /** Called after the last line. */
  end(): void
}

/** A world's followers. After a reset, they receive the new world's lines. */
export interface Following {
  /** Identifies this world in this process. Line numbers are unique only within one world. */
  readonly id: string
  /** The number of the last line passed on, in closing order. */
  readonly closed: number
  readonly size: number
  /** True if at least one follower currently reads lines. */
  readonly isRead: boolean
  readonly wantsDetails: boolean
  /**
   * Numbers a closed line, passes it to all followers and returns the number. Numbers never decrease, even if a world is replaced with
   * older data. `mark`: replaces the line's secrets.
   */
  show(line: Line, before: number, mark: (line: Line) => void): number
  add(follower: Follower): () => void
  end(): void
}

export function createFollowing(id = ''): Following {
  const followers = new Set<Follower>()
  let wantsMarks = false
  const following = {
    id,
    closed: 0,
    wantsDetails: false,
    get size() {
      return followers.size
    },
    get isRead() {
      return [...followers].some(({ stays }) => !stays)
    },
    show(line: Line, before: number, mark: (line: Line) => void): number {
      following.closed = Math.max(before, following.closed) + 1
      line.closed = following.closed
      for (const follower of followers) if (follower.takesUnmarked) follower.line(line)
      if (!wantsMarks) return line.closed
      mark(line)
      for (const follower of followers) if (!follower.takesUnmarked) follower.line(line)
      return line.closed
    },
    add(follower: Follower): () => void {
      followers.add(follower)
      followersChanged()
      return () => {
        followers.delete(follower)
        followersChanged()
      }
    },
    end(): void {
      for (const follower of followers) follower.end()
      followers.clear()
      followersChanged()
    },
  }
  function followersChanged(): void {
    following.wantsDetails = [...followers].some((follower) => follower.wantsDetails)
    wantsMarks = [...followers].some((follower) => !follower.takesUnmarked)
  }
  return following
}

export interface JournalData {
  readonly calls: RingData
  readonly jobs: RingData
  /** Number of closed lines. */
  closed: number
}

export const newJournal = (closed = 0): JournalData => ({ calls: newRing(), jobs: newRing(), closed })

export interface JournalRings {
  readonly calls: Ring
  readonly jobs: Ring
  readonly following: Following
  /** Redacts and truncates text before it is stored in lines. */
  readonly redact: Redaction
  /** Numbers a line in closing order, for calls and jobs together, and passes it to the followers. */
  close(line: Line): void
  /** Called when the world ends. The rings no longer count towards the budget. */
  end(): void
}

/** Called with each closed line and its world's name. */
export type Watcher = (line: Line, world: string) => void

/** State shared by all worlds' journals. */
export interface Journals {
  readonly watchers: Set<Watcher>
  readonly budget: JournalBudget
  readonly redact: Redaction
}

/** `limit`: maximum bytes for all journals and outboxes together. `seal`: see {@link createSecrets}. */
export const createJournals = (limit: number, seal: (secret: string) => string): Journals => ({
  budget: createJournalBudget(limit),
  redact: createRedaction(createSecrets(seal)),
  watchers: new Set(),
})

export interface JournalSurroundings {
  readonly following?: Following | undefined
  /** This world's share of the budget. Default: unlimited. */
  readonly share?: Share
  readonly redact?: Redaction
  /** Default: none. */
  readonly watchers?: ReadonlySet<Watcher> | undefined
  readonly world?: string
}

/** `limit`: maximum number of lines per ring. */
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
