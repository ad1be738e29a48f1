/** The journal of a world: its data, its rings of lines, and those who follow it. */

import { createJournalBudget, type JournalBudget, type Share } from './journal/budget.ts'
import { createRedaction, type Redaction } from './journal/redaction.ts'
import { createRing, newRing, type Ring, type RingData } from './journal/ring.ts'
import type { Line } from './journal-line.ts'
import { createSecrets } from './secrets.ts'

export type { Redaction, Ring }

export interface Follower {
  line(line: Line): void
  /** Whether lines keep for it what they usually leave out: the connection, and the JSON of a call that is refused before it is read. */
  readonly wantsDetails?: boolean
  /** Whether it gets lines before their secrets are marked: it shows none of their texts. */
  readonly takesUnmarked?: boolean
  /** Whether it follows for as long as the world exists. Such a follower does not keep an idle world in memory. */
  readonly stays?: boolean
  /** Called when no more lines will come. */
  end(): void
}

/** It outlives a reset: a follower also gets the lines of the new world. */
export interface Following {
  /** Names this world of this process. The numbers of lines count only within it. */
  readonly id: string
  /** The number of the last line that was shown, in the order of closing. */
  readonly closed: number
  readonly size: number
  /** Whether somebody reads the lines now. */
  readonly isRead: boolean
  /** Whether a follower wants them. */
  readonly wantsDetails: boolean
  /**
   * Numbers a closed line, gives it to every follower, and returns its number. Numbers never go back, also where older data takes the place
   * of a world. `mark` takes its secrets out.
   */
  show(line: Line, before: number, mark: (line: Line) => void): number
  /** Returns a function that ends it. */
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
  /** See every line when it is closed. */
  readonly watchers: Set<Watcher>
  readonly budget: JournalBudget
  readonly redact: Redaction
}

/** `limit`: bytes of all journals and outboxes. `seal`: {@link createSecrets}. */
export const createJournals = (limit: number, seal: (secret: string) => string): Journals => ({
  budget: createJournalBudget(limit),
  redact: createRedaction(createSecrets(seal)),
  watchers: new Set(),
})

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
