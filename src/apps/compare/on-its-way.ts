/** A status that is on its way: by a lifecycle, it still becomes the one that our reply has. */
import { lifecycles } from '../../service/areas/index.ts'
import type { Found } from './comparing.ts'

/** Some replies leave out the first part of a name: `Delivered` for `SMS_Delivered`. */
const short = (status: string) => status.replace(/^(?:SMS|Email|Order)_/, '')

const moves = Object.values(lifecycles).map(
  (each) =>
    new Map(Object.entries(each.moves as Readonly<Record<string, readonly string[]>>).map(([from, to]) => [short(from), to.map(short)])),
)

function leads(next: ReadonlyMap<string, readonly string[]>, from: string, to: string): boolean {
  const seen = new Set([from])
  for (const status of seen) for (const each of next.get(status) ?? []) seen.add(each)
  return from !== to && seen.has(to)
}

export const becomes = (from: string, to: string): boolean => moves.some((next) => leads(next, short(from), short(to)))

const isStatus = /status(?:Code)?$/i
/** Members that say a status in other words, or count statuses. */
const follows = /(?:description|statusText|lastUpdate|generated|succeeded|failed|published|sendTime|statusChanged)$/i

/** True if every difference follows from a status that the real service has not reached yet. */
export function isOnItsWay(found: readonly Found[]): boolean {
  const statuses = found.filter(({ kind, where }) => kind === 'value' && isStatus.test(where))
  if (statuses.length === 0 || !statuses.every(({ there, here }) => becomes(String(there), String(here)))) return false
  return found.every((each) => statuses.includes(each) || follows.test(each.where))
}
