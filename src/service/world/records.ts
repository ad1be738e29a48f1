/** Records in a world or in one of its environments, with a table per kind, and the allowed status changes. */
import { getOrCreate } from '../wire/when-needed.ts'
import { createTable, type Key, type NoteRecord, type Table } from './records/table.ts'

export {
  add,
  type Compare,
  countWhile,
  createIndex,
  downward,
  findMany,
  type Key,
  type Ordered,
  remove,
  type Table,
  upward,
} from './records/table.ts'

export const environmentNames = ['test', 'production'] as const
export type EnvironmentName = (typeof environmentNames)[number]

/** Plain data, keyed by the name of the kind. */
export interface RecordsData {
  readonly tables: Record<string, Map<Key, unknown>>
  /** The highest number assigned so far, for each numbered kind. */
  readonly latest: Record<string, number>
}

export const newRecords = (): RecordsData => ({ tables: {}, latest: {} })

export interface RecordTable<R, K extends Key> extends Table<R, K> {
  /** The last number that {@link nextNumber} returned. */
  latest(): number
  /** Returns the number for a new record, counted from 1. */
  nextNumber(): number
}

/**
 * A kind of record. `T`: the interface for using the records, which is a table, possibly with additional methods. For the serialized
 * format, see {@link defineForm}.
 */
export interface RecordKind<R, K extends Key, T = RecordTable<R, K>> {
  /** The kind's name in stores, such as `order`. */
  readonly name: string
  /** True if the keys are increasing numbers that are never reused. Default: false. */
  readonly numbered?: boolean
  /** True if stores omit these records, so they do not survive a restart. Default: false. */
  readonly transient?: boolean
  key(record: R): K
  open(table: RecordTable<R, K>, records: Records): T
}

export interface Records {
  /** Returns the table for a kind, with its indexes. Both are built on first use. */
  of<R, K extends Key, T>(kind: RecordKind<R, K, T>): T
}

/** `open`: adds indexes and behaviour, which are not persisted, to the table of a world or environment. Default: the table itself. */
export const defineRecord = <R, K extends Key, T = RecordTable<R, K>>(
  kind: Pick<RecordKind<R, K, T>, 'name' | 'numbered' | 'transient' | 'key'> & { open?(table: RecordTable<R, K>, records: Records): T },
): RecordKind<R, K, T> => ({ open: (table: RecordTable<R, K>) => table as T, ...kind })

/** Called for each record change in a world, like {@link NoteRecord}. */
export type FollowRecords = (kind: string, environment: EnvironmentName | undefined, key: Key, record: unknown) => void

/** The only follower of a world's records: the store that persists them. */
export interface RecordFollower {
  current: FollowRecords | undefined
}

export function createRecords(
  data: RecordsData = newRecords(),
  follower: RecordFollower = { current: undefined },
  environment?: EnvironmentName,
): Records {
  /** Table by the name of its kind. */
  const opened = new Map<string, unknown>()
  function open<R, K extends Key, T>(kind: RecordKind<R, K, T>): T {
    const { name } = kind
    data.tables[name] ??= new Map()
    const records = data.tables[name] as Map<K, R>
    const note: NoteRecord<R, K> = (key, record) => follower.current?.(name, environment, key, record)
    const table = createTable<R, K>(records, kind.key, kind.transient ? undefined : () => follower.current && note)
    const numbers = {
      latest: () => data.latest[name] ?? 0,
      nextNumber() {
        const next = (data.latest[name] ?? 0) + 1
        data.latest[name] = next
        return next
      },
    }
    return kind.open(Object.assign(table, numbers), all)
  }
  const all: Records = {
    of<R, K extends Key, T>(kind: RecordKind<R, K, T>): T {
      return getOrCreate(opened, kind.name, () => open(kind)) as T
    },
  }
  return all
}

export interface Environment extends Records {
  readonly name: EnvironmentName
}

/** The data of the environments in use. */
export type EnvironmentData = Partial<Record<EnvironmentName, RecordsData>>
export type Environments = Readonly<Record<EnvironmentName, Environment>>

/** Creates an environment when it is first read, because most worlds use only one, and a world that refuses all callers uses none. */
export function loadEnvironments(data: EnvironmentData, follower?: RecordFollower): Environments {
  const loaded: Partial<Record<EnvironmentName, Environment>> = {}
  function load(name: EnvironmentName): Environment {
    data[name] ??= newRecords()
    loaded[name] ??= { name, ...createRecords(data[name], follower, name) }
    return loaded[name]
  }
  return {
    get test() {
      return load('test')
    },
    get production() {
      return load('production')
    },
  }
}

export interface Lifecycle<S extends string> {
  readonly moves: Readonly<Record<S, readonly S[]>>
  can(from: S, to: S): boolean
  /** Throws if the status change is not allowed, which is a bug in Standin. */
  demand(from: S, to: S): void
}

export function defineLifecycle<S extends string>(noun: string, moves: Readonly<Record<S, readonly S[]>>): Lifecycle<S> {
  const can = (from: S, to: S) => moves[from].includes(to)
  return {
    moves,
    can,
    demand(from, to) {
      if (!can(from, to)) throw new Error(`A ${noun} cannot move from ${from} to ${to}.`)
    },
  }
}
