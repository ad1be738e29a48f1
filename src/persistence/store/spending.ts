/** Calls that count against a rate limit, as a store keeps them: the allowance of a caller once, and the calls that follow in rows of a few each. */

import { lastCalls, type Window, windowSpan } from '../../service/world/allowance.ts'
import { writtenOf } from '../snapshot/world.ts'
import { allowanceForm } from '../snapshot/world-forms.ts'
import type { EnvironmentDocument } from '../snapshot-document.ts'
import type { KeptSpent } from './kinds.ts'

type WrittenAllowance = EnvironmentDocument['allowances'][number]

/** Calls in a row: a call writes their times again. */
const callsInRow = 16

/** Calls that lie in one row. */
interface SpentRow {
  readonly row: number
  from: number
  times: number[]
}

export interface SpendingRows {
  newRow(): number
  put(row: number, spent: KeptSpent): void
  remove(row: number): void
}

/** The rows of the calls of one allowance. `before`: rows of an earlier process. */
export function createSpending(before: readonly number[] = []) {
  let known: { readonly window: Window; spent: number } | undefined
  let rows: SpentRow[] = before.map((row) => ({ row, from: 0, times: [] }))

  /** The row for the next call. A row whose calls count no longer is used again. */
  function rowFor(window: Window, from: number, newRow: () => number): SpentRow {
    const last = rows.at(-1)
    if (last && last.times.length < callsInRow) return last
    const [first] = rows
    const isOver = first !== undefined && first !== last && first.from + first.times.length <= window.spent - window.count
    if (isOver) rows.shift()
    const made = { row: isOver ? first.row : newRow(), from, times: [] }
    rows.push(made)
    return made
  }
  function removeAll({ remove }: SpendingRows): void {
    for (const { row } of rows) remove(row)
    rows = []
    known = undefined
  }
  return {
    removeAll,
    /**
     * Writes the calls that were spent since the last time. What a call writes does not depend on how many calls there were before. Returns
     * false where the allowance must be written as a whole, such as a window that another one replaces: its rows are removed.
     */
    add(window: Window, writing: SpendingRows): boolean {
      if (known?.window !== window || window.spent - known.spent > window.count) {
        removeAll(writing)
        known = { window, spent: window.spent }
        return false
      }
      const changed = new Set<SpentRow>()
      for (const time of lastCalls(window, window.spent - known.spent)) {
        const row = rowFor(window, known.spent, writing.newRow)
        row.times.push(time)
        changed.add(row)
        known.spent++
      }
      for (const { row, from, times } of changed) writing.put(row, { from, times })
      return true
    },
  }
}

/** An allowance as it is written as a whole. */
export const wholeAllowance = (window: Window): unknown => ({
  ...(writtenOf(allowanceForm, window) as WrittenAllowance),
  spent: window.spent,
})

/** An allowance that is read from a store. `over`: how many of its calls count no longer. */
type Read = WrittenAllowance & { spent: number; over?: number }

/** Adds calls to the allowance that they belong to. */
export function spend(record: unknown, { from, times }: KeptSpent): void {
  const read = record as Read
  for (const at of times.slice(Math.max(0, read.spent - from))) {
    const { calls, limit } = read
    let { over = 0 } = read
    while (over < calls.length && ((calls[over] ?? 0) <= at - windowSpan || calls.length - over >= limit)) over++
    if (2 * over > calls.length) {
      calls.splice(0, over)
      over = 0
    }
    calls.push(at)
    Object.assign(read, { over, spent: read.spent + 1, guessed: false })
  }
}

/** An allowance as a snapshot has it. */
export function allowanceOf(record: unknown): WrittenAllowance {
  const { spent: _, over = 0, calls, ...allowance } = record as Read
  return { ...allowance, calls: calls.slice(over) }
}
