/** The journal lines loaded by the page: the world's newest calls and jobs, as they happen. */
import { signal } from '@preact/signals'
import type { JournalLine } from '../../../control/client.ts'
import { recordLines, recordNewJournal } from './connection.ts'
import { callControl, forgetLines, lookSoon, refresh } from './control.ts'
import { type Batch, followJournal } from './stream.ts'

export type { JournalLine }

/** Maximum number of stored lines. Up to `slack` more are allowed before the oldest are removed together. */
const most = 100_000
const slack = 10_000
/** Number of lines per request when the page opens or the stream has skipped lines. */
const backlog = 10_000
/** A burst of calls is over once no line has arrived for this many milliseconds. */
const silence = 1_000

let lines: JournalLine[] = []
let byId = new Map<string, JournalLine>()
/** Number of this journal's lines that the page has received, and that the server has closed. */
let known = 0
let closed = 0
/** Number of lines that the page does not load: closed before the page opened, or cleared by the user. */
let before = 0
/** True if the server has skipped lines. Otherwise, all missing lines are older than the page. */
let lacks = false
/** Changes when lines are removed or changed, so that derived lists are rebuilt. */
let edition = 0
/** Number of times the list was emptied, by the user or by a new journal. */
let emptied = 0

/** Incremented on each change. Components read it to subscribe. */
export const version = signal(0)
/** Name of the journal that the lines belong to. It changes when the server restarts. */
export const journalName = signal<string | undefined>(undefined)
/** Number of missing lines: too many arrived at once, or the page was disconnected. */
export const missing = signal(0)
/** False until the lines from before the page opened have been loaded. */
export const caughtUp = signal(false)

/** Adds a line. Each line is sent once, when it is closed, so a second line with the same id belongs to a new journal. */
function add(line: JournalLine): void {
  const there = byId.get(line.id)
  if (there && isSame(there, line)) return
  if (there && there.ms !== null) forget()
  if (there && byId.has(line.id)) {
    // The line was still open when it was read.
    Object.assign(there, line)
    edition += 1
    return
  }
  byId.set(line.id, line)
  known += 1
  lines.push(line)
}

/** True if the line was already loaded with the list. */
const isSame = (one: JournalLine, other: JournalLine) => one.ms === other.ms && one.at === other.at && one.path === other.path

function forget(): void {
  lines = []
  byId = new Map()
  edition += 1
  emptied += 1
}

function trim(): void {
  if (lines.length <= most + slack) return
  for (const { id } of lines.slice(0, -most)) byId.delete(id)
  lines = lines.slice(-most)
  edition += 1
}

/** The last line when the user cleared the list. */
let cleared: JournalLine | undefined

/** Clears the list on the page. The server's journal is unchanged. */
export function clearLines(): void {
  cleared = lines.at(-1)
  forget()
  before += missing.value
  count()
  version.value += 1
}

function take(batch: Batch): void {
  const journal = journalName.value
  if (journal !== undefined && journal !== batch.journal) {
    recordNewJournal(lines.length)
    forgetLines()
    cleared = undefined
    forget()
    known = 0
    before = 0
    lacks = true
  }
  journalName.value = batch.journal
  recordLines()
  for (const line of batch.lines) add(line)
  closed = batch.closed
  lacks ||= batch.leftOut + batch.missing > 0
  if (!lacks) before = closed - known
  count()
  if (batch.leftOut > 0) fillSoon()
  trim()
  version.value += 1
  if (batch.lines.length > 0) lookSoon()
}

/** Computes the number of missing lines, which is possible because the stream numbers lines without gaps. */
function count(): void {
  missing.value = Math.max(0, closed - known - before)
}

let filling: ReturnType<typeof setTimeout> | undefined

/** Loads skipped lines once the burst is over. */
function fillSoon(): void {
  clearTimeout(filling)
  filling = setTimeout(() => void catchUp().catch(() => {}), silence)
}

/** Loads missing lines, newest first, until a response contains no new lines. */
async function catchUp(): Promise<void> {
  const [journalAtStart, isOpening] = [journalName.value, !caughtUp.value]
  let after: string | undefined
  do {
    const query = { limit: String(backlog), jobs: 'also', after } as const
    const { journal: listed, next } = await callControl('control.listJournal', { query })
    if (journalAtStart !== undefined && journalAtStart !== journalName.value) return
    const added = fillIn(listed.filter((line) => !byId.has(line.id) && (!cleared || inOrder(line, cleared) > 0)))
    if (isOpening) before -= added
    settle()
    after = added > 0 && lines.length < most ? (next ?? undefined) : undefined
  } while (after !== undefined)
}

/** Adds the lines that the page does not have yet. `unknown`: sorted lines. Returns how many were added. */
function fillIn(unknown: readonly JournalLine[]): number {
  for (const line of unknown) byId.set(line.id, line)
  const [last, first] = [unknown.at(-1), lines[0]]
  const isBefore = last === undefined || first === undefined || inOrder(last, first) <= 0
  lines = [...unknown, ...lines]
  if (!isBefore) lines.sort(inOrder)
  edition += 1
  known += unknown.length
  return unknown.length
}

function settle(): void {
  count()
  caughtUp.value = true
  version.value += 1
}

const numbers = new Intl.Collator('en', { numeric: true })

/** Sorts by world time, then by arrival, with each call before its jobs: `2`, `2.1`, `10`. */
export const inOrder = (one: JournalLine, other: JournalLine) =>
  Date.parse(one.at) - Date.parse(other.at) || numbers.compare(one.id, other.id)

export function openJournal(): void {
  let wasOpen = false
  followJournal({
    batch: take,
    opened() {
      if (wasOpen) void refresh()
      else void catchUp().catch(() => {})
      wasOpen = true
    },
  })
}

export const lineOf = (id: string): JournalLine | undefined => byId.get(id)

/** Returns all loaded lines, oldest first. The array stays the same and grows until `edition` changes. */
export const journalNow = () => ({ lines, edition, emptied })

export const newest = (count: number): JournalLine[] => lines.slice(-count)
