/** The lines of the journal that the page knows: the newest calls and jobs of the world, as they happen. */
import { signal } from '@preact/signals'
import type { JournalLine } from '../../../control/client.ts'
import { noteBreak, noteLines } from './connection.ts'
import { callControl, forgetLines, lookSoon, refresh } from './control.ts'
import { type Batch, followJournal } from './stream.ts'

export type { JournalLine }

/** How many lines the page keeps. Some more may be there until the oldest are removed together. */
const most = 100_000
const slack = 10_000
/** How many lines are read at once, when the page opens or the stream left some out. */
const backlog = 10_000
/** Milliseconds of silence, after which a rush is over. */
const silence = 1_000

let lines: JournalLine[] = []
let byId = new Map<string, JournalLine>()
/** How many lines of this journal the page has had, and how many were closed. */
let known = 0
let closed = 0
/** How many lines were closed before the page came that it does not ask for, or that the user cleared. */
let before = 0
/** Whether the server has left out lines. Until then the lines that the page does not know are older than the page. */
let lacks = false
/** Changes when lines went or changed, so that a list of some of them begins anew. */
let edition = 0
/** How often the list began anew: the user emptied it, or the journal did. */
let emptied = 0

/** Grows with each change. Read it to be called again. */
export const version = signal(0)
/** The journal that the lines are of. Another run of the server has another one. */
export const journalName = signal<string | undefined>(undefined)
/** How many lines the page does not have, because too many came at once or because they came while it was away. */
export const missing = signal(0)
/** False until the lines of the time before the page are there. */
export const caughtUp = signal(false)

/** A line comes when it is closed, once. Another one with its id is of a journal that began anew. */
function add(line: JournalLine): void {
  const there = byId.get(line.id)
  if (there && isSame(there, line)) return
  if (there && there.ms !== null) forget()
  if (there && byId.has(line.id)) {
    // It was open when it was read.
    Object.assign(there, line)
    edition += 1
    return
  }
  byId.set(line.id, line)
  known += 1
  lines.push(line)
}

/** The list may have had it already. */
const isSame = (one: JournalLine, other: JournalLine) => one.ms === other.ms && one.at === other.at && one.path === other.path

/** A reset, or another run of the server, begins a journal anew. */
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

/** The last line before the list was emptied. */
let cleared: JournalLine | undefined

/** Empties the list of the page. The journal of the server stays. */
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
    noteBreak(lines.length)
    forgetLines()
    cleared = undefined
    forget()
    known = 0
    before = 0
    lacks = true
  }
  journalName.value = batch.journal
  noteLines()
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

/** The numbers of the stream have no gaps. */
function count(): void {
  missing.value = Math.max(0, closed - known - before)
}

let filling: ReturnType<typeof setTimeout> | undefined

/** When the rush is over, the journal has the newest of the lines that were left out. */
function fillSoon(): void {
  clearTimeout(filling)
  filling = setTimeout(() => void catchUp().catch(() => {}), silence)
}

/** Adds the lines that the journal has and the page does not, the newest first, until a page of the list has none of them. */
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

/** They come in order. Returns how many they are. */
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

/** By world time, then calls in the order of their arrival, each before its jobs: `2`, `2.1`, `10`. */
export const inOrder = (one: JournalLine, other: JournalLine) =>
  Date.parse(one.at) - Date.parse(other.at) || numbers.compare(one.id, other.id)

/** Begins to follow. Called once. */
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

/** The line with this id, if the page knows it. */
export const lineOf = (id: string): JournalLine | undefined => byId.get(id)

/** All lines that the page knows, oldest first: the same array, to which each batch adds, until `edition` changes. */
export const journalNow = () => ({ lines, edition, emptied })

export const newest = (count: number): JournalLine[] => lines.slice(-count)
