/** Follows a journal, either line by line within a process or in batches over HTTP. */
import type { z } from 'zod'
import type { JournalRings, Line } from '../../service/world/journal.ts'
import { droppedAfter } from './dropped.ts'
import { demandFilter, fitsFilter, type LineFilter, ringsOf } from './filter.ts'
import { type Batch, type FollowOptions, follow } from './follow.ts'
import { showLine } from './line.ts'
import type { JournalLine, linesReply } from './rows.ts'

export interface FollowFilter extends LineFilter {
  /** Starts after the line with this number, in closing order. By default, starts with the next line that is closed. */
  readonly after?: number | undefined
  /** Maximum number of lines that can wait for a slow reader. Beyond that, the oldest ones are lost. Default: 1,000. */
  readonly buffer?: number | undefined
  readonly signal?: AbortSignal | undefined
}

export interface Followed {
  readonly line: JournalLine
  /** The line's position in the order in which lines were closed, across calls and jobs, starting at 1. */
  readonly closed: number
  /** Number of lines lost just before this one. */
  readonly dropped: number
}

export interface StreamFilter extends Omit<FollowFilter, 'after' | 'buffer'> {
  /** Starts after this position. For a position in another stream or in the future, starts at the beginning of the journal. */
  readonly after?: StreamPosition | undefined
}

/** A position in a world's journal within a single process. */
export interface StreamPosition {
  /** Default: the current stream. */
  readonly stream?: string | undefined
  /** A line's number in closing order. */
  readonly closed: number
}

export interface StreamedLines extends z.output<typeof linesReply> {
  readonly place: Required<StreamPosition>
}

/** Maximum number of lines per batch, and milliseconds of real time between batches. */
const [batchSize, batchRest] = [200, 100]
/**
 * The same limits during a burst. More lines then arrive than a reader can follow, and showing them is expensive for both sides
 * (bench/page.ts).
 */
const [rushSize, rushRest] = [50, 300]
/** A burst begins when a batch skips more lines than this. At full speed, a reader receives this many lines during one long pause. */
const rushed = 3 * batchSize

export function followLines(journal: JournalRings, { buffer = 1000, ...filter }: FollowFilter): AsyncIterableIterator<Followed> {
  const { backlog, missing, ...options } = optionsOf(journal, filter)
  const newest = backlog.slice(Math.max(0, backlog.length - buffer))
  const lines = follow(journal.following, {
    ...options,
    backlog: newest,
    missing: missing + backlog.length - newest.length,
    buffer: Math.max(1, buffer),
    most: 1,
  })
  return mapped(lines, ({ lines: [line], missing: missed, lost }) => ({
    line: showLine(line as Line),
    closed: line?.closed ?? 0,
    dropped: missed + lost,
  }))
}

/**
 * Yields the first batch immediately, even without lines, to report the reader's position. Each line only adds an entry to the next batch.
 */
export function streamLines(
  journal: JournalRings,
  { after, ...filter }: StreamFilter,
  pause: (milliseconds: number) => Promise<void>,
): AsyncIterableIterator<StreamedLines> {
  const { following } = journal
  const known = after && (after.stream ?? following.id) === following.id && after.closed <= following.closed
  const options = optionsOf(journal, { ...filter, after: after && (known ? after.closed : 0) })
  let closed = known ? after.closed : after ? 0 : following.closed
  const batches = follow(following, { ...options, buffer: batchSize, sample: rushSize, most: batchSize, opens: true })
  function show({ lines, missing, lost }: Batch): StreamedLines {
    closed = lines.at(-1)?.closed ?? closed
    return { lines: lines.map(showLine), leftOut: lost, missing, place: { stream: following.id, closed } }
  }
  return mapped(batches, show, ({ lost }) => pause(lost > rushed ? rushRest : batchRest))
}

function optionsOf(
  journal: JournalRings,
  { after, signal, ...filter }: Omit<FollowFilter, 'buffer'>,
): Pick<FollowOptions, 'fits' | 'mark' | 'backlog' | 'missing' | 'signal'> {
  demandFilter(filter)
  const { jobs = false } = filter
  const { mark } = journal.redact
  // Lines are redacted before they are searched, so that the text never matches inside secrets.
  // `fits` must not use the rings, because a reset replaces them.
  const shown = filter.text === undefined ? (line: Line) => line : mark
  const fits = (line: Line) => (jobs === 'also' || (line.method === null) === jobs) && fitsFilter(shown(line), filter)
  if (after === undefined) return { fits, mark, backlog: [], missing: 0, signal }
  const rings = ringsOf(journal, jobs)
  const backlog = rings.flatMap((ring) => ring.list()).filter((line) => line.closed > after && fits(line))
  backlog.sort((one, other) => one.closed - other.closed)
  return { fits, mark, backlog, missing: rings.reduce((sum, ring) => sum + droppedAfter(ring, after), 0), signal }
}

/** `pauseAfter`: the pause after each batch. The first line after a quiet period is returned immediately. */
function mapped<Shown>(
  batches: AsyncIterableIterator<Batch, undefined>,
  show: (batch: Batch) => Shown,
  pauseAfter?: (batch: Batch) => Promise<void>,
): AsyncIterableIterator<Shown> {
  let rested: Promise<void> | undefined
  return {
    [Symbol.asyncIterator]() {
      return this
    },
    async next() {
      await rested
      const { value, done } = await batches.next()
      if (done) return { value: undefined, done }
      rested = pauseAfter?.(value).catch(() => {})
      return { value: show(value), done: false }
    },
    async return() {
      await batches.return?.()
      return { value: undefined, done: true }
    },
  }
}
