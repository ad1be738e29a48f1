/** The records in a world or one of its environments: one table per kind of record, and the allowed status changes. */
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

/** Plain data, keyed by the kind's name. */
export interface RecordsData {
  readonly tables: Record<string, Map<Key, unknown>>
  /** The highest number assigned to a record in each numbered kind. */
  readonly latest: Record<string, number>
}

export const newRecords = (): RecordsData => ({ tables: {}, latest: {} })

export interface RecordTable<R, K extends Key> extends Table<R, K> {
  /** The last number that {@link nextNumber} returned. */
  latest(): number
  /** Returns a number for a new record, counted from 1. */
  nextNumber(): number
}

/** A kind of record. `T` is its interface for behaviour: its table, or more. For its written form, see {@link defineForm}. */
export interface RecordKind<R, K extends Key, T = RecordTable<R, K>> {
  /** Its name in stores, such as `order`. */
  readonly name: string
  /** True if its keys are increasing numbers that are never reused. Default: false. */
  readonly numbered?: boolean
  /** True if stores omit it, so that it is empty after a restart. Default: false. */
  readonly transient?: boolean
  /** Its index among the tables of a world or environment. */
  readonly slot: number
  key(record: R): K
  open(table: RecordTable<R, K>, records: Records): T
}

export interface Records {
  /** Returns a kind's table with its indexes. They are built on first use. */
  of<R, K extends Key, T>(kind: RecordKind<R, K, T>): T
}

let slots = 0

/** `open` adds indexes and behaviour to a world's or environment's table. They are not persisted. Default: the table itself. */
export const defineRecord = <R, K extends Key, T = RecordTable<R, K>>(
  kind: Pick<RecordKind<R, K, T>, 'name' | 'numbered' | 'transient' | 'key'> & { open?(table: RecordTable<R, K>, records: Records): T },
): RecordKind<R, K, T> => ({ open: (table: RecordTable<R, K>) => table as T, ...kind, slot: slots++ })

/** Receives each record change in a world, as {@link NoteRecord}. */
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
  const opened: unknown[] = []
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
      opened[kind.slot] ??= open(kind)
      return opened[kind.slot] as T
    },
  }
  return all
}

export interface Environment extends Records {
  readonly name: EnvironmentName
}

/** Data for the environments in use. */
export type EnvironmentData = Partial<Record<EnvironmentName, RecordsData>>
export type Environments = Readonly<Record<EnvironmentName, Environment>>

/** Creates an environment when it is first read. Most worlds use only one, and a world that refuses every caller uses none. */
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
  /** Throws if the table does not allow the move, which is a bug in Standin. */
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
