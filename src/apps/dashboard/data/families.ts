/** Groups each call with the jobs it caused, using the prefix of the job ids. */
import { useRef } from 'preact/hooks'
import { type JournalLine, journalNow, version } from './journal.ts'

export interface Family {
  /** A call, or a job that is listed separately. */
  readonly head: JournalLine
  /** The jobs caused by `head`, sorted by closing time, excluding jobs booked for later. */
  readonly jobs: JournalLine[]
  /** Number of jobs. A postponed job has a line for each attempt. */
  count: number
  /** Times of the head and of the last job, in milliseconds of world time since 1970. */
  readonly from: number
  to: number
  /** The last status that a job set on a record. A failure is not overwritten. */
  status: string | null
  readonly nth: number
}

/** Milliseconds of world time. A job booked at least this long after its cause, such as a reminder, is listed separately. */
export const later = 3_600_000

/** Columns that have a value in at least one family. */
export interface Filled {
  code: boolean
  caller: boolean
  scenario: boolean
  comparison: boolean
  jobs: boolean
}

interface Grouping {
  readonly fits: (line: JournalLine) => boolean
  readonly isFlat: boolean
  readonly edition: number
  seen: number
  families: number
  /** Keyed by booking. A call's booking is its id. */
  readonly members: Map<string, { readonly family: Family; readonly at: number }>
  /** Jobs whose call is not closed yet, keyed by the call's id. */
  readonly orphans: Map<string, Family[]>
  readonly fitting: Family[]
  readonly filled: Filled
}

/** Returns a line's booking. A postponed job has a line for each attempt. */
export const bookingOf = (id: string): string => id.split('+', 1)[0] ?? id

/** Returns a booking's cause, which is empty for a call. */
export const causeIn = (booking: string): string => booking.slice(0, Math.max(0, booking.lastIndexOf('.')))

/**
 * Returns the families with a matching line, oldest first. `families` is the same growing array until lines are removed or changed.
 * `isFlat`: each line is listed separately. `fits` must be memoized (`useCallback`) until the filter changes. `emptied`: changes when the
 * list is emptied.
 */
export function useFamilies(fits: (line: JournalLine) => boolean, isFlat: boolean) {
  const cache = useRef<Grouping | undefined>(undefined)
  // Subscribes the component to each batch.
  void version.value
  const { lines, edition, emptied } = journalNow()
  const before = cache.current
  const isSame = before !== undefined && before.fits === fits && before.isFlat === isFlat && before.edition === edition
  const grouping = isSame ? before : newGrouping(fits, isFlat, edition)
  cache.current = grouping
  for (; grouping.seen < lines.length; grouping.seen++) add(grouping, lines[grouping.seen] as JournalLine)
  return {
    families: grouping.fitting as readonly Family[],
    filled: grouping.filled,
    familyOf: (id: string) => familyOf(grouping, id),
    emptied,
  }
}

const newGrouping = (fits: Grouping['fits'], isFlat: boolean, edition: number): Grouping => ({
  fits,
  isFlat,
  edition,
  seen: 0,
  families: 0,
  members: new Map(),
  orphans: new Map(),
  fitting: [],
  filled: { code: false, caller: false, scenario: false, comparison: false, jobs: false },
})

const familyOf = ({ members }: Grouping, id: string): Family | undefined => members.get(bookingOf(id))?.family

function add(grouping: Grouping, line: JournalLine): void {
  const { isFlat, members, orphans } = grouping
  const at = Date.parse(line.at)
  const booking = bookingOf(line.id)
  const cause = isFlat || line.method !== null ? undefined : (members.get(booking) ?? members.get(causeIn(booking)))
  if (cause && at - cause.at < later) {
    join(grouping, cause.family, line, at)
    return
  }
  const family = begin(grouping, line, at)
  const root = causeIn(booking)
  if (!isFlat && !cause && root !== '') orphans.set(root, [...(orphans.get(root) ?? []), family])
}

function begin(grouping: Grouping, head: JournalLine, at: number): Family {
  const { members, orphans, fitting, fits, isFlat } = grouping
  const family: Family = { head, jobs: [], count: 0, from: at, to: at, status: null, nth: grouping.families++ }
  members.set(isFlat ? head.id : bookingOf(head.id), { family, at })
  if (fits(head)) {
    fitting.push(family)
    fill(grouping, head)
  }
  const waiting = orphans.get(head.id) ?? []
  orphans.delete(head.id)
  for (const orphan of waiting) adopt(grouping, family, orphan)
  return family
}

/** Moves a job that ran before its call was closed into the call's family. */
function adopt(grouping: Grouping, family: Family, { head, jobs, from, nth }: Family): void {
  if (from - family.from >= later) return
  const at = indexOf(grouping.fitting, nth)
  if (grouping.fitting[at]?.nth === nth) grouping.fitting.splice(at, 1)
  for (const job of [head, ...jobs]) join(grouping, family, job, Date.parse(job.at))
}

function join(grouping: Grouping, family: Family, line: JournalLine, at: number): void {
  const { members, fitting, fits, filled } = grouping
  const booking = bookingOf(line.id)
  if (members.get(booking)?.family !== family) family.count += 1
  members.set(booking, { family, at })
  family.jobs.push(line)
  family.to = Math.max(family.to, at)
  if (line.recordStatus !== null && !isFailure(family.status)) family.status = line.recordStatus
  const index = indexOf(fitting, family.nth)
  const isShown = fitting[index] === family
  if (!isShown && !fits(line)) return
  filled.jobs = true
  if (isShown) return
  fitting.splice(index, 0, family)
  fill(grouping, family.head)
}

const isFailure = (status: string | null): boolean => status !== null && /fail/i.test(status)

function fill({ filled }: Grouping, { code, caller, scenario, comparison }: JournalLine): void {
  filled.code ||= code !== null
  filled.caller ||= caller !== null
  filled.scenario ||= scenario !== null
  filled.comparison ||= comparison !== undefined
}

/** Returns the index of the family with this number, or the index where it would be inserted. */
function indexOf(families: readonly Family[], nth: number): number {
  let [low, high] = [0, families.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((families[middle]?.nth ?? 0) < nth) low = middle + 1
    else high = middle
  }
  return low
}
