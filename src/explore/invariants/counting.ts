/** Counts the records of a world for an invariant of a user, and looks at their columns. */
import type { Finding } from './invariant.ts'

export interface Counted {
  readonly atLeast?: number | undefined
  readonly atMost?: number | undefined
}

type Columns = readonly (readonly [column: string, values: readonly string[]])[]

/** An invariant of a user, read. */
export interface Wanted {
  readonly name: string
  /** The collection. */
  readonly records: string
  readonly sentence: string | undefined
  readonly where: Columns
  readonly per: readonly string[]
  readonly count: Counted | undefined
  readonly all: Columns
  /** The values that a record has in a column: none, one, or several. */
  read(column: string): (record: object) => readonly string[]
}

export function counting(wanted: Wanted, records: readonly object[]): Finding[] {
  const { where, per, count, all } = wanted
  const found = records.filter((record) => fits(wanted, where, record))
  const odd = found.filter((record) => !fits(wanted, all, record))
  const groups = per.length === 0 ? new Map([['', found]]) : groupsOf(wanted, found)
  const counted = count ? [...groups].filter(([, { length }]) => length < (count.atLeast ?? 0) || length > (count.atMost ?? length)) : []
  return [
    ...counted.map(([group, members]) => findingOf(wanted, `has ${members.length} ${wanted.records}${group && ` for ${group}`}`, members)),
    ...(odd.length > 0
      ? [findingOf(wanted, `has ${wanted.records} whose ${all.map(([column]) => column).join(' and ')} differs`, odd)]
      : []),
  ]
}

const fits = ({ read }: Wanted, columns: Columns, record: object): boolean =>
  columns.every(([column, values]) => read(column)(record).some((value) => values.includes(value)))

/** A record with several values in a column belongs to several groups; one without a value belongs to none. */
function groupsOf({ per, read }: Wanted, records: readonly object[]): Map<string, object[]> {
  const groups = new Map<string, object[]>()
  for (const record of records) {
    const names = per.reduce<string[]>(
      (known, column) => known.flatMap((name) => read(column)(record).map((value) => (name === '' ? value : `${name}, ${value}`))),
      [''],
    )
    for (const name of new Set(names)) groups.set(name, [...(groups.get(name) ?? []), record])
  }
  return groups
}

function findingOf({ name, sentence }: Wanted, what: string, members: readonly object[]): Finding {
  return { sentence: sentence ?? `breaks ${name}: ${what}`, records: members.flatMap(idOf) }
}

const idOf = (record: object): string[] => ('id' in record ? [String(record.id)] : 'number' in record ? [String(record.number)] : [])
