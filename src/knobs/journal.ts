/** The journal of a world: to read, verify, follow and clear. */
import type { z } from 'zod'
import type { FullJournalLine, journalReply, Verification } from '../control-replies/journal.ts'
import { Misuse } from '../misuse.ts'
import { findScenario, unknownScenario } from '../scenario/active-rules.ts'
import type { CatalogueScenarios } from '../scenario/catalogue.ts'
import type { JournalRings } from '../state/journal.ts'
import type { Line } from '../state/journal-line.ts'
import type { World } from '../state/world.ts'
import type { MaybePromise } from '../wire/http/call.ts'
import { droppedAfter, droppedLines } from './journal/dropped.ts'
import { demandFilter, fitsFilter, type JournalFilter, type LineFilter, listLines } from './journal/filter.ts'
import { type Followed, follow } from './journal/follow.ts'
import { showFullLine, showLine } from './journal/line.ts'
import { type Expectation, verifyLines } from './journal/verify.ts'

export interface FollowFilter extends LineFilter {
  /** Begins after the line with this number in the order of closing; absent: with the next line that is closed. */
  readonly after?: number | undefined
  /** How many lines wait for a slow reader before the oldest are lost. Default 1,000. */
  readonly buffer?: number | undefined
  readonly signal?: AbortSignal | undefined
}

export interface Journal {
  /** Throws {@link Misuse} for a filter by a name that does not exist. Names of scenarios are known when `simulator.ready()` has ended. */
  list(filter?: JournalFilter): z.output<typeof journalReply>
  /** The line of a call or a job, in full. Throws {@link Misuse} for a line that does not exist. */
  find(id: string): FullJournalLine
  verify(expectation: Expectation): Verification
  /** Yields lines as they are closed, until the signal, the reader or the simulator ends it. A reset does not end it. */
  follow(filter?: FollowFilter): AsyncIterableIterator<Followed>
  clear(): void
}

/** Asks for the current world each time, because a reset replaces it. */
export function createJournal(current: () => World, scenarios: () => MaybePromise<CatalogueScenarios>): Journal {
  /** A name that a line has may be that of a scenario that was removed. The catalogue loads on first use; until then no rule of it applied. */
  function demandScenario(name: string | undefined): void {
    const world = current()
    const { calls, jobs } = world.journal
    if (name === undefined || [calls, jobs].some((ring) => ring.list().some(({ scenario }) => scenario === name))) return
    const catalogue = scenarios()
    if (catalogue instanceof Promise) catalogue.catch(() => {})
    else if (!findScenario(world, catalogue, name)) throw unknownScenario(name, world, catalogue)
  }
  return {
    list(filter = {}) {
      demandScenario(filter.scenario)
      const { lines, ...rest } = listLines(current().journal, filter)
      return { journal: lines.map(showLine), ...rest }
    },
    find(id) {
      const { calls, jobs, keep } = current().journal
      const line = calls.find(id) ?? jobs.find(id)
      if (!line) throw unknownLine(id, calls.dropped + jobs.dropped)
      return showFullLine(line, keep)
    },
    verify(expectation) {
      demandScenario(expectation.where?.scenario)
      return verifyLines(current(), expectation)
    },
    follow(filter = {}) {
      demandScenario(filter.scenario)
      return followJournal(current().journal, filter)
    },
    clear() {
      current().journal.calls.clear()
      current().journal.jobs.clear()
    },
  }
}

function unknownLine(id: string, dropped: number): Misuse {
  const why = dropped === 0 ? '' : ` ${droppedLines(dropped)}, and it may be one of them.`
  return new Misuse(`There is no line ${JSON.stringify(id.slice(0, 100))} in the journal.${why}`, undefined, 404)
}

function followJournal(journal: JournalRings, { after, buffer = 1000, signal, ...filter }: FollowFilter): AsyncIterableIterator<Followed> {
  demandFilter(filter)
  // A reset makes new rings, so the filter looks only at lines.
  const isWanted = (line: Line) => (line.method === null) === (filter.jobs ?? false) && fitsFilter(line, filter)
  const { jobs, calls } = journal
  const closed = after === undefined ? [] : (filter.jobs ? jobs : calls).list().filter((line) => line.closed > after && isWanted(line))
  const backlog = closed.sort((one, other) => one.closed - other.closed)
  const missed = after === undefined ? 0 : droppedAfter(filter.jobs ? jobs : calls, after)
  return follow(journal.following, { fits: isWanted, backlog, missed, buffer, signal })
}
