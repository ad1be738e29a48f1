/** The query language for collections, which rejects mistakes that the library would silently ignore. */
import type { Query } from '@mswjs/data'
import { Misuse, unknownName } from '../../service/wire/misuse.ts'
import type { CollectionLibrary } from '../../service/world/platform.ts'

/** A record member: any value, a list of values, one of several strings, or nested members. */
export type Member = 'value' | 'list' | readonly string[] | { readonly list: Members } | { readonly object: Members }
export type Members = Readonly<Record<string, Member>>

/** Expected record members. Functions receive the value. Conditions on a list apply to every element, and the list must not be empty. */
export type RecordCondition<R> = R extends object ? { readonly [Name in keyof R]?: ConditionOf<R[Name]> } : never
type ConditionOf<V> =
  | ((value: V) => unknown)
  | Extract<V, null>
  | (NonNullable<V> extends readonly (infer Each)[]
      ? RecordCondition<Each>
      : NonNullable<V> extends object
        ? RecordCondition<NonNullable<V>>
        : V)

type Term<R> = RecordCondition<R> | RecordQuery<R> | ((record: R) => unknown)

export interface RecordQuery<R> {
  where(condition: RecordCondition<R> | ((record: R) => unknown)): RecordQuery<R>
  and(...terms: readonly Term<R>[]): RecordQuery<R>
  or(...terms: readonly Term<R>[]): RecordQuery<R>
}

/** `(query) => query.where({ status: 'Failed' })`, or a predicate: `({ status }) => status === 'Failed'`. */
export type RecordFilter<R> = (query: R & RecordQuery<R>) => RecordQuery<R> | boolean

export interface Queried {
  readonly name: string
  readonly members: Members
  readonly library: CollectionLibrary
}

type Fits<R> = (record: R) => boolean

const methods = ['where', 'and', 'or'] as const
const form = "Write findMany((query) => query.where({ id: '…' })), or pass a predicate."
const readsRecord = new Error('A predicate read a record.')

/** Reads a query or a predicate. Throws {@link Misuse} for a condition that no record can match. */
export function fitOf<R extends object>(ask: RecordFilter<R> | undefined, of: Queried): Fits<R> {
  if (ask === undefined) return () => true
  if (typeof ask !== 'function') throw new Misuse(`${of.name}: a query must be a function. ${form}`)
  const start = checked(new of.library.Query<R>(), of)
  let answer: unknown
  try {
    answer = ask(readable(start, of.members) as unknown as R & RecordQuery<R>)
  } catch (thrown) {
    if (thrown !== readsRecord) throw thrown
    answer = true
  }
  if (answer === start) return () => true
  if (answer instanceof of.library.Query) {
    const query = demandChecked(answer, of)
    return (record) => query.test(record)
  }
  demandAtOnce(answer, of)
  if (answer === undefined) throw new Misuse(`${of.name}: the function returns nothing. ${form}`)
  return (record) => Boolean(demandAtOnce(ask(record as R & RecordQuery<R>), of))
}

/** Adds a record's members as getters, which only predicates read. */
function readable<R>(query: Query<R>, members: Members): Query<R> {
  const get = () => {
    throw readsRecord
  }
  for (const name of Object.keys(members)) Object.defineProperty(query, name, { get })
  return query
}

function demandAtOnce(answer: unknown, { name }: Pick<Queried, 'name'>): unknown {
  if (!(answer instanceof Promise)) return answer
  answer.catch(() => {})
  throw new Misuse(`${name}: a query or predicate must not be async. ${form}`)
}

/** Makes a library query validate its conditions. */
function checked<R>(query: Query<R>, of: Queried): Query<R> {
  for (const method of methods) {
    const join = query[method].bind(query) as (...terms: readonly unknown[]) => Query<R>
    const value = (...terms: readonly unknown[]) => {
      if (method === 'where' && terms.length !== 1)
        throw new Misuse(`${of.name}: where takes one condition. Combine others with "and" or "or".`)
      return checked(
        join(...terms.map((term) => (term instanceof of.library.Query ? demandChecked(term, of) : conditionOf(term, of.members, of.name)))),
        of,
      )
    }
    Object.defineProperty(query, method, { value })
  }
  return query
}

function demandChecked<R>(query: Query<R>, { name }: Queried): Query<R> {
  if (!Object.hasOwn(query, 'where')) throw new Misuse(`${name}: build the query from the function's parameter. ${form}`)
  return query
}

/** Reads conditions on members. The library would accept any function for a list or an object, and match every empty list. */
function conditionOf(condition: unknown, members: Members, path: string): Fits<unknown> {
  if (typeof condition === 'function') return (value) => Boolean(demandAtOnce(condition(value), { name: path }))
  if (!isObject(condition)) throw new Misuse(`${path}: ${shown(condition)} is not a condition. Pass an object or a function.`)
  const parts = Object.entries(condition).map(([name, wanted]) => {
    const member = Object.hasOwn(members, name) ? members[name] : undefined
    if (member === undefined) throw unknownName(`${path}: unknown member ${shown(name)}.`, name, Object.keys(members))
    return [name, memberFit(wanted, member, `${path}.${name}`)] as const
  })
  return (value) => isObject(value) && parts.every(([name, fits]) => fits(value[name]))
}

function memberFit(wanted: unknown, member: Member, path: string): Fits<unknown> {
  if (wanted === null) return (value) => value === null
  if (typeof wanted === 'function') return (value) => Boolean(demandAtOnce(wanted(value), { name: path }))
  if (isMembers(member)) {
    if ('object' in member) return conditionOf(wanted, member.object, path)
    const fits = conditionOf(wanted, member.list, path)
    return (value) => Array.isArray(value) && value.length > 0 && value.every(fits)
  }
  if (member === 'list') throw new Misuse(`${path} is a list. Pass a function, such as (list) => list.includes('…').`)
  if (typeof wanted !== 'string' && typeof wanted !== 'number' && typeof wanted !== 'boolean')
    throw new Misuse(`${path}: ${shown(wanted)} is not a value. Pass a string, a number, a boolean, null or a function.`)
  if (member !== 'value' && !member.includes(String(wanted)))
    throw unknownName(`${path}: ${shown(wanted)} is not a value.`, String(wanted), member)
  return (value) => value === wanted
}

export const isMembers = (member: Member): member is { readonly list: Members } | { readonly object: Members } =>
  typeof member === 'object' && !Array.isArray(member)

export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date)

export function shown(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value.slice(0, 100))
  if (typeof value === 'number' || typeof value === 'boolean' || value === undefined || value === null) return String(value)
  return Array.isArray(value) ? 'a list' : `a value of type ${typeof value}`
}
