/** Reads, verifies, follows and clears a world's journal. */
import type { z } from 'zod'
import type { Engine } from '../../service/engine/engine.ts'
import { findScenario, unknownScenario } from '../../service/failures/active-rules.ts'
import type { Catalogue } from '../../service/failures/catalogue.ts'
import { Misuse } from '../../service/wire/misuse.ts'
import { zulu } from '../../service/wire/timestamp.ts'
import type { JournalRings, Line } from '../../service/world/journal.ts'
import type { World } from '../../service/world/world.ts'
import { type Page, pageOf } from '../rows/page.ts'
import { droppedLines } from './dropped.ts'
import { demandFilter, fitsFilter, type JournalFilter, type LineFilter, listLines, newer } from './filter.ts'
import { showFullLine, showLine } from './line.ts'
import type { ErrorGroup, errorsReply, FullJournalLine, journalReply, Verification } from './rows.ts'
import { type Followed, type FollowFilter, followLines, type StreamedLines, type StreamFilter, streamLines } from './stream.ts'
import { type Expectation, verifyLines } from './verify.ts'

/** Selects errors after a line or since a given time. */
interface ErrorFilter extends Pick<LineFilter, 'operation' | 'caller' | 'environment'>, Page {
  /** A line id (only newer calls), or an ISO 8601 time (only calls from then on). */
  readonly since?: string | undefined
}

/** Maximum number of call ids per group. */
const named = 5

/** Groups errors, newest first. Groups are computed from the journal's lines, so that calls do not have to maintain them. */
function groupErrors({ calls }: JournalRings, { since, limit, after, ...filter }: ErrorFilter): z.output<typeof errorsReply> {
  demandFilter(filter)
  const groups = new Map<string, Line[]>()
  for (const line of newer(calls.list(), 'query.since', since)) {
    if (line.status === null || line.status < 400 || !fitsFilter(line, filter)) continue
    const key = `${line.status} ${line.code ?? ''} ${line.operation ?? ''}`
    const lines = groups.get(key) ?? []
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

export type Journal = ReturnType<typeof createJournal>

export function createJournal(
  current: () => World,
  scenarios: Catalogue['loaded'],
  { about, dependencies }: Pick<Engine, 'about' | 'dependencies'>,
) {
  /** Also accepts removed scenarios that lines still name. Until the catalogue is loaded, no rule can have applied. */
  function demandScenario(name: string | undefined): void {
    const world = current()
    const { calls, jobs } = world.journal
    if (name === undefined || [calls, jobs].some((ring) => ring.list().some(({ scenario }) => scenario === name))) return
    const catalogue = scenarios()
    if (catalogue && !findScenario(world, catalogue, name)) throw unknownScenario(name, world, catalogue)
  }
  return {
    /** Throws {@link Misuse} if the filter contains an unknown name. Scenario names are available once `simulator.ready()` has resolved. */
    list(filter: JournalFilter = {}): z.output<typeof journalReply> {
      demandScenario(filter.scenario)
      const { lines, ...rest } = listLines(current().journal, filter)
      return { journal: lines.map(showLine), ...rest }
    },
    /** Lists the calls that were refused or failed, grouped by code, status and operation. */
    errors: (filter: ErrorFilter = {}): z.output<typeof errorsReply> => groupErrors(current().journal, filter),
    /** Returns the full line for a call or job. Throws {@link Misuse} if it does not exist. */
    find(id: string): FullJournalLine {
      const world = current()
      const { calls, jobs } = world.journal
      const line = calls.find(id) ?? jobs.find(id)
      if (!line) throw unknownLine(id, calls.dropped + jobs.dropped)
      return showFullLine(line, world)
    },
    verify(expectation: Expectation): Verification {
      demandScenario(expectation.where?.scenario)
      const world = current()
      return verifyLines(world, expectation, (line) => about(line, world))
    },
    /** Yields lines as they are closed, until the signal, the reader or the simulator stops it. Continues after a reset. */
    follow(filter: FollowFilter = {}): AsyncIterableIterator<Followed> {
      demandScenario(filter.scenario)
      return followLines(current().journal, filter)
    },
    /**
     * Like `follow`, but in batches for remote readers: at most ten batches per second, with up to 200 lines each. During a burst: three
     * batches per second, with up to 50 lines each.
     */
    stream(filter: StreamFilter = {}): AsyncIterableIterator<StreamedLines> {
      demandScenario(filter.scenario)
      return streamLines(current().journal, filter, (milliseconds) => dependencies.platform.pause(milliseconds, filter.signal))
    },
    clear(): void {
      current().journal.calls.clear()
      current().journal.jobs.clear()
    },
  }
}

function unknownLine(id: string, dropped: number): Misuse {
  const why = dropped === 0 ? '' : ` ${droppedLines(dropped)}, and this line may be one of them.`
  return new Misuse(`Journal line not found: ${JSON.stringify(id.slice(0, 100))}.${why}`, undefined, 404)
}
