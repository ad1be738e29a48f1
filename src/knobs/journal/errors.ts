/** Groups the calls that were refused or failed by code, status and operation. */

import type { z } from 'zod'
import type { ErrorGroup, errorsReply } from '../../control-replies/journal.ts'
import type { JournalRings } from '../../state/journal.ts'
import type { Line } from '../../state/journal-line.ts'
import { zulu } from '../../wire/values/timestamp.ts'
import { type Page, pageOf } from '../page.ts'
import { demandFilter, fitsFilter, type LineFilter, newer } from './filter.ts'

/** Which errors: those that fit, after a line or from a time on. */
export interface ErrorFilter extends Pick<LineFilter, 'operation' | 'caller' | 'environment'>, Page {
  /** The id of a line: only newer calls. A time in ISO 8601: only calls from then on. */
  readonly since?: string | undefined
}

/** How many calls of a group are named. */
const named = 5

/** The group of the newest error first. It reads the lines that are kept, so that no call pays for it. */
export function groupErrors({ calls }: JournalRings, { since, limit, after, ...filter }: ErrorFilter): z.output<typeof errorsReply> {
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
  const { shown, rest } = pageOf(
    all,
    page,
    ({ key }) => key,
    ({ lines }) => shownGroup(lines),
  )
  return { errors: shown, ...rest }
}

function shownGroup(lines: readonly Line[]): ErrorGroup {
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
