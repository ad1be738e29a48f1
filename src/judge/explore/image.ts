/** The records of a world at the end of a run, to compare with those of a run without faults. */
import type { WorldKnobs } from '../../knobs.ts'

const compared = ['orders', 'shipments', 'fileTransfers', 'resumableUploads', 'subscriptions', 'outbox'] as const
export type Compared = (typeof compared)[number]

type Row = Readonly<Record<string, unknown>>
export type Image = Readonly<Record<Compared, readonly Row[]>>

/** Ids and times differ from run to run. */
const dropped = /^(?:id|.*Id|.*Ids|number|at|.*At|created|expires|lastUpdate|requestedSendTime|active|next|made|position|causedBy)$/

export const imageOf = ({ records }: WorldKnobs): Image =>
  Object.fromEntries(compared.map((name) => [name, records[name].findMany().map(plain)])) as unknown as Image

function plain(value: object): Row {
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, each]) => (dropped.test(name) && name !== 'resourceId' ? [] : [[name, bare(each)]])),
  )
}

const isTime = (value: unknown) => typeof value === 'string' && /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value)

function bare(value: unknown): unknown {
  if (isTime(value)) return 'a time'
  if (Array.isArray(value)) return value.map(bare)
  return typeof value === 'object' && value !== null ? plain(value) : value
}

/** The columns whose values differ between two runs without faults, such as a reference that the client draws: `shipments.sendersReference`. */
export function unstableColumns(one: Image, other: Image): Set<string> {
  const found = new Set<string>()
  for (const name of compared) {
    for (const column of new Set([...one[name], ...other[name]].flatMap((row) => Object.keys(row)))) {
      const values = (rows: readonly Row[]) =>
        rows
          .map((row) => JSON.stringify(row[column]))
          .sort()
          .join('\n')
      if (values(one[name]) !== values(other[name])) found.add(`${name}.${column}`)
    }
  }
  return found
}

export interface Difference {
  readonly collection: Compared
  /** Whether the record is there only in the run with faults. */
  readonly extra: boolean
  readonly record: Row
}

/** As multisets. Columns that are not stable do not count. */
export function differences(clean: Image, run: Image, unstable: ReadonlySet<string>): Difference[] {
  return compared.flatMap((collection) => {
    const [wanted, found] = [countedBy(clean[collection], collection, unstable), countedBy(run[collection], collection, unstable)]
    return [...new Set([...wanted.keys(), ...found.keys()])].flatMap((key) => {
      const more = (found.get(key) ?? 0) - (wanted.get(key) ?? 0)
      return Array.from({ length: Math.abs(more) }, () => ({ collection, extra: more > 0, record: JSON.parse(key) as Row }))
    })
  })
}

function countedBy(rows: readonly Row[], name: Compared, unstable: ReadonlySet<string>): Map<string, number> {
  const counts = new Map<string, number>()
  for (const row of rows) {
    const key = JSON.stringify(Object.fromEntries(Object.entries(row).filter(([column]) => !unstable.has(`${name}.${column}`))))
    counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  return counts
}
