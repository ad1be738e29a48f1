/** Calls that count against a rate limit, as a folder keeps them: the allowance of a caller once, and then each call by itself. */
import type { EnvironmentDocument } from '../control/snapshot/document.ts'
import { writtenOf } from '../control/snapshot/world.ts'
import { allowanceForm } from '../control/snapshot/world-forms.ts'
import { lastCalls, type Window, windowSpan } from '../world/allowance.ts'
import type { KeptSpent } from './kinds.ts'

type WrittenAllowance = EnvironmentDocument['allowances'][number]

/** What a call writes does not depend on how many calls there were before. A window that another one replaces is written as a whole. */
export function spentSince() {
  const known = new WeakMap<Window, number>()
  return {
    /** All of it. */
    whole: (window: Window): unknown => ({ ...(writtenOf(allowanceForm, window) as WrittenAllowance), spent: window.spent }),
    /** What was spent since the log had it; undefined: the log must have all of it. Either way it counts as written. */
    since(window: Window): KeptSpent | undefined {
      const from = known.get(window)
      known.set(window, window.spent)
      if (from === undefined || window.spent - from > window.count) return undefined
      return { from, times: lastCalls(window, window.spent - from) }
    },
  }
}

/** An allowance that is read from a log. `over`: how many of its calls count no longer. */
type Read = WrittenAllowance & { spent: number; over?: number }

/** Adds calls to the allowance that they belong to. It may have them already: a base is written while the log goes on. */
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
