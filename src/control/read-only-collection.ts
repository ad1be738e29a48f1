/** A read-only version of the library's `Collection`, filled with a world's records on each query. */
import { Misuse, unknownName } from '../service/wire/misuse.ts'
import { recordMembers } from './records/members.ts'
import { fitOf, isMembers, isObject, type Members, type Queried, type RecordFilter, shown } from './records/query.ts'
import type { CollectionName } from './records/rows.ts'

type Direction = 'asc' | 'desc'

/** Maps members to directions. Null values come last. */
export type RecordOrder<R> = R extends object
  ? { readonly [Name in keyof R as NonNullable<R[Name]> extends readonly unknown[] ? never : Name]?: OrderOf<NonNullable<R[Name]>> }
  : never
type OrderOf<V> = V extends object ? RecordOrder<V> : Direction

export interface FindFirstOptions<R, Strict extends boolean = boolean> {
  /** The sort order: one or more members, most significant first. Default: oldest record first. */
  readonly orderBy?: RecordOrder<R> | readonly RecordOrder<R>[] | undefined
  /** The record to start from, inclusive. */
  readonly cursor?: R | undefined
  /** Number of matching records to skip. */
  readonly skip?: number | undefined
  /** Throws if no record matches. */
  readonly strict?: Strict | undefined
}

export interface FindManyOptions<R> extends FindFirstOptions<R> {
  /** Maximum number of records. If negative, takes records from the end, last record first. */
  readonly take?: number | undefined
}

/** Queries copies of the current records in both environments. */
export interface RecordCollection<R> {
  /** Returns matching records in order, after applying `cursor`, `skip` and `take`. Throws {@link Misuse} for unknown names and values. */
  findMany(query?: RecordFilter<R>, options?: FindManyOptions<R>): R[]
  findFirst<Strict extends boolean = false>(
    query?: RecordFilter<R>,
    options?: FindFirstOptions<R, Strict>,
  ): Strict extends true ? R : R | undefined
  count(): number
  /** Returns all records, oldest first. */
  all(): R[]
}

export interface CollectionSource<R> extends Omit<Queried, 'members'> {
  readonly name: CollectionName
  records(): Iterable<R>
  /** Returns a key that is unique for each record. */
  keyOf(record: R): string
}

/** Skips validation, because records are already valid. */
interface AsTheyAre<R> {
  readonly '~standard': {
    readonly version: 1
    readonly vendor: 'standin'
    readonly validate: (value: unknown) => { readonly value: R }
    readonly types?: { readonly input: R; readonly output: R } | undefined
  }
}

const writing = ['create', 'createMany', 'update', 'updateMany', 'delete', 'deleteMany', 'clear', 'defineRelations'] as const
const options = ['orderBy', 'cursor', 'skip', 'take', 'strict']

export function readOnlyCollection<R extends object>(source: CollectionSource<R>): RecordCollection<R> {
  const { name, library } = source
  const queried = { name, library, members: recordMembers[name] }
  const schema: AsTheyAre<R> = { '~standard': { version: 1, vendor: 'standin', validate: (value) => ({ value: value as R }) } }
  const filled = () => {
    const collection = new library.Collection({ schema })
    // The library's own `create` is async and adds symbols to every record.
    const stored = collection.all() as R[]
    for (const record of source.records()) stored.push(structuredClone(record))
    return collection
  }

  function findMany(query?: RecordFilter<R>, wanted: FindManyOptions<R> = {}): R[] {
    demandOptions(wanted, name)
    const { cursor, skip = 0, take, strict = false } = wanted
    const [fits, order] = [fitOf(query, queried), orderOf(wanted.orderBy, queried)]
    const collection = filled()
    const start = cursor === undefined ? undefined : keyOfCursor(cursor, source)
    const isStart = (record: R) => source.keyOf(record) === start
    // The library paginates before it sorts.
    const sorted = [...collection.findMany(new library.Query<R>((record) => isStart(record) || fits(record)))].sort(order)
    const from = start === undefined ? undefined : sorted.findIndex(isStart)
    if (from === -1) throw new Misuse(`${name}: the cursor's record, ${shown(start ?? '')}, no longer exists.`)
    const after = take !== undefined && take < 0 ? sorted.slice(0, from === undefined ? undefined : from + 1).reverse() : sorted.slice(from)
    const matches = after.filter(fits).slice(skip, take === undefined ? undefined : skip + Math.abs(take))
    if (matches.length === 0) collection.findMany(new library.Query<R>(() => false), { strict })
    return matches
  }
  const looks: RecordCollection<R> = {
    findMany,
    findFirst: ((query, wanted) => {
      if (isObject(wanted) && 'take' in wanted) throw new Misuse(`${name}: findFirst returns one record. Remove "take", or call findMany.`)
      return findMany(query, { ...wanted, take: 1 })[0]
    }) as RecordCollection<R>['findFirst'],
    count: () => [...source.records()].length,
    all: () => findMany(),
  }
  const refused = (method: string) => () => {
    throw new Misuse(
      `${name}.${method}: records are read-only. Change them with calls to the service, or with the simulator's other properties.`,
    )
  }
  const shadows = { ...looks, ...Object.fromEntries(writing.map((method) => [method, refused(method)])) }
  const collection = new library.Collection({ schema })
  for (const [method, value] of Object.entries(shadows)) Object.defineProperty(collection, method, { value })
  return collection as unknown as RecordCollection<R>
}

function demandOptions(wanted: unknown, name: string): void {
  if (!isObject(wanted)) throw new Misuse(`${name}: the options must be an object, not ${shown(wanted)}.`, options)
  for (const each of Object.keys(wanted))
    if (!options.includes(each)) throw unknownName(`${name}: unknown option ${shown(each)}.`, each, options)
  const { skip = 0, take = 0 } = wanted
  if (!Number.isSafeInteger(skip) || Number(skip) < 0) throw new Misuse(`skip: ${shown(skip)} is not a whole number of 0 or more.`)
  if (!Number.isSafeInteger(take)) throw new Misuse(`take: ${shown(take)} is not a whole number.`)
}

function keyOfCursor<R extends object>(cursor: R, { name, keyOf }: CollectionSource<R>): string {
  const [key = ''] = Object.keys(recordMembers[name])
  if (isObject(cursor) && key in cursor) return keyOf(cursor)
  throw new Misuse(`${name}: ${shown(cursor)} is not a cursor. Pass a record that findMany or findFirst returned.`)
}

type Criterion = readonly [read: (record: unknown) => unknown, sign: 1 | -1]

/** Returns a comparator. Without criteria, records keep their original order. */
function orderOf(orderBy: unknown, { name, members }: Queried): (one: unknown, other: unknown) => number {
  const criteria = orderBy === undefined ? [] : [orderBy].flat().flatMap((each) => criteriaOf(each, members, name))
  return (one, other) => {
    for (const [read, sign] of criteria) {
      const difference = compared(read(one), read(other), sign)
      if (difference !== 0) return difference
    }
    return 0
  }
}

function criteriaOf(orderBy: unknown, members: Members, path: string): Criterion[] {
  if (!isObject(orderBy))
    throw new Misuse(`${path}: orderBy must be an object, such as { ${Object.keys(members)[0]}: 'asc' }, not ${shown(orderBy)}.`)
  return Object.entries(orderBy).flatMap(([name, wanted]): Criterion[] => {
    const member = Object.hasOwn(members, name) ? members[name] : undefined
    if (member === undefined) throw unknownName(`${path}: cannot order by the unknown member ${shown(name)}.`, name, Object.keys(members))
    const read = (record: unknown) => (isObject(record) ? record[name] : undefined)
    if (member === 'list' || (isMembers(member) && 'list' in member))
      throw new Misuse(`${path}.${name} is a list, so it cannot be used in orderBy.`)
    if (isMembers(member))
      return criteriaOf(wanted, member.object, `${path}.${name}`).map(([inner, sign]) => [(record) => inner(read(record)), sign])
    if (wanted !== 'asc' && wanted !== 'desc') throw new Misuse(`${path}.${name}: ${shown(wanted)} is not a direction.`, ['asc', 'desc'])
    return [[read, wanted === 'asc' ? 1 : -1]]
  })
}

/** Compares two values. Null and undefined come last in both directions. */
function compared(one: unknown, other: unknown, sign: 1 | -1): number {
  const missing = [one, other].map((value) => Number(value === null || value === undefined))
  if (missing.includes(1)) return (missing[0] ?? 0) - (missing[1] ?? 0)
  return one === other ? 0 : (one as string) < (other as string) ? -sign : sign
}
