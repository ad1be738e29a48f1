/** Verifies that something was called so often, and shows what came nearest where it was not. */
import { Misuse } from '../misuse.ts'
import type { Line } from '../state/journal-line.ts'
import type { World } from '../state/world.ts'
import { demandCode, isOf, newer, ringOf } from './journal-filter.ts'
import { differences, inBodies, type LineWhere } from './journal-where.ts'

/** Source: decisions §12. */
export interface Expectation {
  /** An operation, an area or a job; absent: any call. */
  readonly operation?: string | undefined
  /** `1`, `"2-3"`, `"3-"`; at least one when absent. */
  readonly count?: number | string | undefined
  readonly where?: LineWhere | undefined
}

export interface NearLine {
  readonly line: Line
  /** In what it is not as expected; nothing, where there were too many. */
  readonly differs: readonly string[]
}

export interface Verification {
  readonly ok: boolean
  /** How many lines were as expected. */
  readonly count: number
  readonly message: string
  /** The nearest first; none where all is well. */
  readonly nearest: readonly NearLine[]
  /** Lines that had to make room for newer ones: they were not counted. */
  readonly dropped: number
}

const mostShown = 5

export function verifyLines(world: World, { operation, count = '1-', where = {} }: Expectation): Verification {
  const range = readRange(count)
  demandBodies(world, where)
  demandCode('where.code', where.code)
  const ring = ringOf(world.journal, operation)
  const { since, ...rest } = where
  const compared = newer(ring.list(), since).map((line) => compare(line, operation, rest, world))
  const matching = compared.filter(({ differs }) => differs.length === 0)
  const found = matching.length
  const ok = range.from <= found && found <= range.to
  const asked = `${operation ?? 'any operation'}${Object.keys(where).length > 0 ? ' as described' : ''}`
  const near = found > range.to ? matching : compared.filter(({ differs }) => differs.length > 0)
  const message = `${found === 1 ? 'One line is' : `${found} lines are`} of ${asked}; ${range.told} expected.${gone(ring.dropped)}`
  return { ok, count: found, message, nearest: ok ? [] : nearest(near, operation), dropped: ring.dropped }
}

const gone = (dropped: number) => (dropped > 0 ? ` ${dropped} older lines had to make room (--journal) and were not looked at.` : '')

function compare(line: Line, operation: string | undefined, where: LineWhere, world: World): NearLine {
  const other = operation !== undefined && !isOf(line, operation)
  const differs = differences(line, where, world)
  return {
    line,
    differs: other ? [`operation is ${JSON.stringify(line.operation)}, not ${JSON.stringify(operation)}`, ...differs] : differs,
  }
}

/** Of the same operation first, then with the fewest differences, then the newest. */
function nearest(lines: readonly NearLine[], operation: string | undefined): NearLine[] {
  const rank = ({ line, differs }: NearLine) => differs.length + (operation === undefined || isOf(line, operation) ? 0 : 1000)
  return lines
    .toReversed()
    .toSorted((one, other) => rank(one) - rank(other))
    .slice(0, mostShown)
}

function demandBodies({ settings }: World, where: LineWhere): void {
  const name = inBodies.find((each) => where[each] !== undefined)
  if (name !== undefined && !settings.journalBodies)
    throw new Misuse(`where.${name}: the journal keeps no bodies. Start Standin with --journal-bodies on.`, undefined, 409)
}

function readRange(count: number | string): { from: number; to: number; told: string } {
  const [, from, dash, to] = /^(\d{1,9})(-)?(\d{1,9})?$/.exec(String(count)) ?? []
  const least = Number(from)
  const most = dash === undefined ? least : to === undefined ? Number.POSITIVE_INFINITY : Number(to)
  if (from === undefined || most < least || (dash === undefined && to !== undefined))
    throw new Misuse(`count: ${JSON.stringify(String(count).slice(0, 100))} is no number of lines.`, ['1', '"2-3"', '"3-"'])
  return { from: least, to: most, told: most === least ? `${least}` : Number.isFinite(most) ? `${least} to ${most}` : `at least ${least}` }
}
