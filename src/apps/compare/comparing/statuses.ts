/** Statuses that the real service has not reached yet, and entries that it has not published yet. */
import { lifecycles } from '../../../service/areas/index.ts'
import { isObject } from '../../../service/wire/json.ts'
import { readTimestamp } from '../../../service/wire/timestamp.ts'
import type { Difference } from '../exchange.ts'

/** Removes the prefix of a status, because some replies omit it: `Delivered` instead of `SMS_Delivered`. */
const short = (status: string) => status.replace(/^(?:SMS|Email|Order)_/, '')

const lifecycleMoves = Object.values(lifecycles).map(
  (each) =>
    new Map(Object.entries(each.moves as Readonly<Record<string, readonly string[]>>).map(([from, to]) => [short(from), to.map(short)])),
)

function leads(next: ReadonlyMap<string, readonly string[]>, from: string, to: string): boolean {
  const seen = new Set([from])
  for (const status of seen) for (const each of next.get(status) ?? []) seen.add(each)
  return from !== to && seen.has(to)
}

const becomes = (from: string, to: string): boolean => lifecycleMoves.some((next) => leads(next, short(from), short(to)))

export const isStatusMember = (where: string): boolean => /(?:status(?:Code)?|deliveryAttempts\[\]\.result)$/i.test(where)
/** True for members that repeat a status in other words, or count statuses. */
export const followsStatus = (where: string): boolean =>
  /(?:description|statusText|lastUpdate|generated|succeeded|failed|published|sendTime|statusChanged|resultTime)$/i.test(where)

/** True for a status that the real service has not reached yet. */
export const isUnreached = ({ kind, where, there, here }: Difference): boolean =>
  kind === 'value' && isStatusMember(where) && becomes(String(there), String(here))

/**
 * True if every difference follows from a status that the real service has not reached yet. If only a history differs, the record itself
 * has the same status on both sides, so nothing is on its way.
 */
export const isOnItsWay = (differences: readonly Difference[]): boolean =>
  differences.some((each) => isUnreached(each) && !/history\[\]/i.test(each.where)) &&
  differences.every((each) => isUnreached(each) || followsStatus(each.where))

/** True for an event, or an entry of the feed, that only one of the two replies contains. */
export function isEntryAlone({ kind, where, there, here }: Difference): boolean {
  const entry = here ?? there
  return (
    (kind === 'missing' || kind === 'extra') &&
    where === 'body[]' &&
    isObject(entry) &&
    ('specversion' in entry || 'sequenceNumber' in entry)
  )
}

/** In milliseconds. Smaller differences are clock skew, and larger differences are dates in the future. */
const [fewAhead, mostAhead] = [60_000, 366 * 86_400_000]

/** Returns how many milliseconds after the call's end the last status change in its text occurred; 0 for mere clock skew. */
export function aheadIn(told: string, ended: number): number {
  const times = Array.from(told.matchAll(/"(?:lastUpdate|\w*StatusChanged)"\s*:\s*"([^"]{10,40})"/g), ([, time = '']) => time)
  const ahead = times.reduce((most, time) => Math.max(most, (readTimestamp(time)?.at ?? 0) - ended), 0)
  return ahead > fewAhead && ahead < mostAhead ? ahead : 0
}
