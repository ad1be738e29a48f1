/** The journal of a world: to read, verify, follow and clear. */
import type { z } from 'zod'
import type { Engine } from '../../service/engine/engine.ts'
import { findScenario, unknownScenario } from '../../service/failures/active-rules.ts'
import type { Catalogue } from '../../service/failures/catalogue.ts'
import { Misuse } from '../../service/wire/misuse.ts'
import { zulu } from '../../service/wire/timestamp.ts'
import type { JournalRings } from '../../service/world/journal.ts'
import type { Line } from '../../service/world/journal-line.ts'
import type { World } from '../../service/world/world.ts'
import { type Page, pageOf } from '../rows/page.ts'
import { droppedLines } from './dropped.ts'
import { demandFilter, fitsFilter, type JournalFilter, type LineFilter, listLines, newer } from './filter.ts'
import { showFullLine, showLine } from './line.ts'
import type { ErrorGroup, errorsReply, FullJournalLine, journalReply, Verification } from './rows.ts'
import { type Followed, type FollowFilter, followLines, type StreamedLines, type StreamFilter, streamLines } from './stream.ts'
import { type Expectation, verifyLines } from './verify.ts'

/** Which errors: those that fit, after a line or from a time on. */
interface ErrorFilter extends Pick<LineFilter, 'operation' | 'caller' | 'environment'>, Page {
  /** The id of a line: only newer calls. A time in ISO 8601: only calls from then on. */
  readonly since?: string | undefined
}

/** How many calls of a group are named. */
const named = 5

/** The group of the newest error first. It reads the lines that are kept, so that no call pays for it. */
function groupErrors({ calls }: JournalRings, { since, limit, after, ...filter }: ErrorFilter): z.output<typeof errorsReply> {
  demandFilter(filter)
  const groups = new Map<string, Line[]>()
  for (const line of newer(calls.list(), 'query.since', since)) {
    if (line.status === null || line.status < 400 || !fitsFilter(line, filter)) continue
    const key = `${line.status} ${line.code ?? ''} ${line.operation ?? ''}`
    const lines = groups.get(key) ?? []
    // The newest group stands last.
    groups.delete(key)
    groups.set(key, lines)
    lines.push(line)
  }
  const all = Array.from(groups, ([key, lines]) => ({ key, lines })).reverse()
  const page = limit === undefined && after === undefined ? undefined : { limit, after }
  return pageOf('errors', all, page, ({ key }) => key, shownGroup)
}

function shownGroup({ lines }: { readonly lines: readonly Line[] }): ErrorGroup {
  const [first, last] = [lines[0] as Line, lines.at(-1) as Line]
  const { status, code, operation, why } = last
  const calls = lines.slice(-named).reverse()
  return {
    status: status ?? 0,
    code,
    operation,
    count: lines.length,
    first: zulu(first.at),
    last: zulu(last.at),
    why,
    calls: calls.map(({ id }) => id),
  }
}

export interface Journal {
  /** Throws {@link Misuse} for a filter by a name that does not exist. Names of scenarios are known when `simulator.ready()` has ended. */
  list(filter?: JournalFilter): z.output<typeof journalReply>
  /** The calls that were refused or failed, grouped by code, status and operation. */
  errors(filter?: ErrorFilter): z.output<typeof errorsReply>
  /** The line of a call or a job, in full. Throws {@link Misuse} for a line that does not exist. */
  find(id: string): FullJournalLine
  verify(expectation: Expectation): Verification
  /** Yields lines as they are closed, until the signal, the reader or the simulator ends it. A reset does not end it. */
  follow(filter?: FollowFilter): AsyncIterableIterator<Followed>
  /**
   * The same in batches, at most ten a second of 200 lines each, or of 50 where more came, and three a second in a rush, for readers that
   * are far away.
   */
  stream(filter?: StreamFilter): AsyncIterableIterator<StreamedLines>
  clear(): void
}

export function createJournal(
  current: () => World,
  scenarios: Catalogue['loaded'],
  { about, dependencies }: Pick<Engine, 'about' | 'dependencies'>,
): Journal {
  /**
   * A name that a line has may be that of a scenario that was removed. The catalogue loads on first use; until then no rule of it applied.
   */
  function demandScenario(name: string | undefined): void {
    const world = current()
    const { calls, jobs } = world.journal
    if (name === undefined || [calls, jobs].some((ring) => ring.list().some(({ scenario }) => scenario === name))) return
    const catalogue = scenarios()
    if (catalogue && !findScenario(world, catalogue, name)) throw unknownScenario(name, world, catalogue)
  }
  return {
    list(filter = {}) {
      demandScenario(filter.scenario)
      const { lines, ...rest } = listLines(current().journal, filter)
      return { journal: lines.map(showLine), ...rest }
    },
    errors: (filter = {}) => groupErrors(current().journal, filter),
    find(id) {
      const world = current()
      const { calls, jobs } = world.journal
      const line = calls.find(id) ?? jobs.find(id)
      if (!line) throw unknownLine(id, calls.dropped + jobs.dropped)
      return showFullLine(line, world)
    },
    verify(expectation) {
      demandScenario(expectation.where?.scenario)
      const world = current()
      return verifyLines(world, expectation, (line) => about(line, world))
    },
    follow(filter = {}) {
      demandScenario(filter.scenario)
      return followLines(current().journal, filter)
    },
    stream(filter = {}) {
      demandScenario(filter.scenario)
      return streamLines(current().journal, filter, (milliseconds) => dependencies.platform.pause(milliseconds, filter.signal))
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
