/** Verifies the number of calls in the journal, and finds the closest lines if the number is wrong. */
import type { z } from 'zod'
import type { JournalName } from '../../service/failures/catalogue.ts'
import { Misuse } from '../../service/wire/misuse.ts'
import type { Line } from '../../service/world/journal.ts'
import type { World } from '../../service/world/world.ts'
import { droppedLines, droppedSince } from './dropped.ts'
import type { expectation } from './expectation.ts'
import { demandCode, isOf, newer, ringOf } from './filter.ts'
import { showLine } from './line.ts'
import type { Verification } from './rows.ts'
import { type Comparing, differences, inBodies, type LineWhere } from './where.ts'

export interface Expectation extends Omit<z.output<typeof expectation>, 'operation' | 'where'> {
  /** Default: any call. */
  readonly operation?: JournalName | undefined
  readonly where?: LineWhere | undefined
}

interface NearLine {
  readonly line: Line
  /** Empty if this line matches. The error is then that too many lines match. */
  readonly differs: string[]
}

const mostShown = 5

export function verifyLines(world: World, { operation, count = '1-', where = {} }: Expectation, about: Comparing['about']): Verification {
  const range = readRange(count)
  demandBodies(world, where)
  demandCode('where.code', where.code)
  const ring = ringOf(world.journal, operation)
  const { since, ...rest } = where
  const comparing = { redact: world.journal.redact, about }
  const compared = newer(ring.list(), 'body.where.since', since).map((line) => compare(line, operation, rest, comparing))
  const matching = compared.filter(({ differs }) => differs.length === 0)
  const counted = matching.length
  // Dropped lines might have matched, so the actual number might be higher.
  const dropped = droppedSince(ring, since)
  const ok = range.from <= counted && (dropped === 0 ? counted <= range.to : range.to === Number.POSITIVE_INFINITY)
  const what = `${operation ?? 'any operation'}${Object.keys(where).length > 0 ? ' as described' : ''}`
  const near = counted > range.to ? matching : compared.filter(({ differs }) => differs.length > 0)
  const message = `${counted === 1 ? 'One line matches' : `${counted} lines match`} ${what}; ${range.text} expected.${ok || counted > range.to ? '' : unproven(dropped)}`
  return ok ? { ok, count: counted, message } : { ok, count: counted, dropped, message, nearest: nearest(near, operation).map(showNear) }
}

const showNear = ({ line, differs }: NearLine) => ({ ...showLine(line), differs })

const unproven = (dropped: number) => (dropped > 0 ? ` This cannot be proven: ${lower(droppedLines(dropped))}.` : '')

const lower = (sentence: string) => sentence.charAt(0).toLowerCase() + sentence.slice(1)

function compare(line: Line, operation: string | undefined, where: LineWhere, comparing: Comparing): NearLine {
  const other = operation !== undefined && !isOf(line, operation)
  const differs = differences(line, where, comparing)
  return {
    line,
    differs: other ? [`operation is ${JSON.stringify(line.operation)}, not ${JSON.stringify(operation)}`, ...differs] : differs,
  }
}

/** Lines for the same operation come first, then those with the fewest differences, then the newest. */
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
    throw new Misuse(`where.${name}: the journal stores no bodies. Start Standin with --journal-bodies on.`, undefined, 409)
}

function readRange(count: number | string): { from: number; to: number; text: string } {
  const [, from, dash, to] = /^(\d{1,9})(-)?(\d{1,9})?$/.exec(String(count)) ?? []
  const least = Number(from)
  const most = dash === undefined ? least : to === undefined ? Number.POSITIVE_INFINITY : Number(to)
  if (from === undefined || most < least || (dash === undefined && to !== undefined))
    throw new Misuse(`count: ${JSON.stringify(String(count).slice(0, 100))} is not a number of lines.`, ['1', '"2-3"', '"3-"'])
  return { from: least, to: most, text: most === least ? `${least}` : Number.isFinite(most) ? `${least} to ${most}` : `at least ${least}` }
}
