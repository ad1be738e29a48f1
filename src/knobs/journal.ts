/** A world's journal: to read, to verify, to follow, to clear. */
import type { JournalRings } from '../state/journal.ts'
import type { Line } from '../state/journal-line.ts'
import type { World } from '../state/world.ts'
import { type Followed, follow } from './follow-journal.ts'
import { demandFilter, fitsFilter, type JournalFilter, type LineFilter, type Lines, listLines } from './journal-filter.ts'
import { type Expectation, type Verification, verifyLines } from './verify-journal.ts'

export interface FollowFilter extends LineFilter {
  /** Begins with what was closed after this one, by the number of its closing; absent: with what comes. */
  readonly after?: number | undefined
  /** How many lines wait for a slow reader; then the oldest go. Default 1,000. */
  readonly buffer?: number | undefined
  readonly signal?: AbortSignal | undefined
}

export interface Journal extends Pick<JournalRings, 'calls' | 'jobs'> {
  list(filter?: JournalFilter): Lines
  /** A call or a job. */
  find(id: string): Line | undefined
  verify(expectation: Expectation): Verification
  /** Lines as they are closed, until the signal, the reader or the simulator ends it; a reset does not. */
  follow(filter?: FollowFilter): AsyncIterableIterator<Followed>
  clear(): void
}

/** The world is asked for anew each time: a reset replaces it. */
export function createJournal(current: () => World): Journal {
  return {
    get calls() {
      return current().journal.calls
    },
    get jobs() {
      return current().journal.jobs
    },
    list: (filter = {}) => listLines(current().journal, filter),
    find: (id) => current().journal.calls.find(id) ?? current().journal.jobs.find(id),
    verify: (expectation) => verifyLines(current(), expectation),
    follow: (filter = {}) => followJournal(current().journal, filter),
    clear() {
      current().journal.calls.clear()
      current().journal.jobs.clear()
    },
  }
}

function followJournal(journal: JournalRings, { after, buffer = 1000, signal, ...filter }: FollowFilter): AsyncIterableIterator<Followed> {
  demandFilter(filter)
  // A reset makes new rings, and a filter only looks at lines.
  const isWanted = (line: Line) => (line.method === null) === (filter.jobs ?? false) && fitsFilter(line, filter)
  const { jobs, calls } = journal
  const closed = after === undefined ? [] : (filter.jobs ? jobs : calls).list().filter((line) => line.closed > after && isWanted(line))
  const backlog = closed.sort((one, other) => one.closed - other.closed)
  return follow(journal.following, { fits: isWanted, backlog, buffer, signal })
}
