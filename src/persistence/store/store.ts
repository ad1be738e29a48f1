/** What keeps worlds: it knows kinds of records, keys and JSON, and no service. */
import type { Key } from '../../service/world/table.ts'

/** A record as it is kept. */
export interface Row {
  /** Its number among the rows of its world. In their order, the rows are in the order of the world. */
  readonly row: number
  readonly kind: string
  readonly environment: string | undefined
  readonly key: Key
  /** The version of the form of its kind. */
  readonly version: number
  readonly json: string
}

/** What a world has once. */
export interface WorldRow {
  /** The number of the world: its rows and its content lie under it. A world that takes the place of another one has another number. */
  readonly number: number
  readonly name: string
  readonly version: number
  readonly json: string
  /** When its next booking falls due by itself, or earlier: milliseconds since 1970 of the machine. Undefined: none does. */
  readonly due?: number | undefined
}

/** A row takes the place of the one with its number, and so does what a world has once: its `due` stays. A world that is dropped loses its rows and its content; its name stays taken. */
export type Change =
  | { readonly what: 'put'; readonly number: number; readonly row: Row }
  | { readonly what: 'remove'; readonly number: number; readonly row: number }
  | { readonly what: 'world'; readonly world: Omit<WorldRow, 'due'> }
  | { readonly what: 'due'; readonly number: number; readonly due: number | undefined }
  | { readonly what: 'drop'; readonly number: number }
  | { readonly what: 'value'; readonly name: string; readonly json: string }

/** Why changes are not kept. */
export interface StoreFailure extends Error {
  /** Whether nothing counts as kept any more until the store is opened again. Otherwise the same changes can be written again. */
  readonly isLasting?: boolean
  /** Whether the worlds of the changes do not belong to this process any more: the changes are gone. */
  readonly isLost?: boolean
}

/** A process that has worlds. */
export interface Owner {
  /** Its name. */
  readonly instance: string
  /** Where other servers reach it, such as `http://10.0.0.1:4300`. */
  readonly address: string
}

/**
 * `here`: this process has the world now. `free`: the world does not exist. With `makes`, this process has its name now. `elsewhere`: another
 * process has the world. `away`: the process that had the world is gone, but it may still send a reply.
 */
export type Taken =
  | { readonly is: 'here'; readonly world: WorldRow }
  | { readonly is: 'free' }
  | { readonly is: 'elsewhere'; readonly owner: Owner }
  | { readonly is: 'away' }

/** A world as it is listed, and who has it; undefined: this process or none. */
export interface ListedRow extends WorldRow {
  readonly owner?: Owner | undefined
}

/** A method that calls back may do so at once. A promise rejects with what the store says. */
export interface Store {
  /** Whether what was written last has no log beside it. After a kill, it is lost then. Undefined: the store has no log of its own. */
  readonly lacksLog?: boolean
  /** All worlds, without their rows, in the order of their names. */
  list(): Promise<readonly ListedRow[]>
  /** How many worlds there are. */
  count(): Promise<number>
  /** Takes the world of a name for this process. `makes`: takes the name too where there is no world. */
  take(name: string, makes: boolean): Promise<Taken>
  /** The rows of a world that belongs to this process, in their order. */
  load(number: number): Promise<readonly Row[]>
  /** The world of a name does not belong to this process any more, nor does its name. Everything that was written before is kept. */
  letGo(name: string): Promise<void>
  /** The names of worlds that no process has, where a booking falls due before a time. */
  due(before: number): Promise<readonly string[]>
  /** The names of worlds that no process has, and that none has had since a time. */
  unused(since: number): Promise<readonly string[]>
  /** A number that no world has had. */
  newNumber(): number
  /**
   * Writes all changes, in their order, as one transaction, or nothing. Calls back when they are kept, and everything that was written
   * before. Batches are kept in the order of their calls.
   */
  write(changes: readonly Change[], ended: (failure?: StoreFailure) => void): void
  /** A small value, as JSON. */
  read(name: string): Promise<string | undefined>
  /** Puts a small value in the place of another one, or of none, as one step. Resolves to false where it is not that one any more. */
  swap(name: string, before: string | undefined, json: string): Promise<boolean>
  /** Calls when another process has put a small value. Absent: no other process uses the store. */
  whenSwapped?(call: (name: string) => void): void
  /**
   * Undefined: what this process has belonged to it a moment ago, so that its replies may leave. Otherwise it resolves when that is certain
   * again, and rejects when it is not. Absent: it is always certain.
   */
  confirm?(): Promise<void> | undefined
  /** Why the store cannot be reached now; undefined: it can. Absent: it always can. */
  fault?(): Error | undefined
  /** Calls each time when nothing belongs to this process any more. Everything that was written and not called back is lost. */
  whenLost?(call: (why: Error) => void): void
  /** What belongs to this process does so no more: it holds changes that can never be kept. Absent: no other process could go on with it. */
  giveUp?(why: Error): void
  /** Milliseconds since 1970, by a clock that all servers of the store share. Absent: that of the machine. */
  now?(): number
  /** Whether an error comes from the store or its system, such as a disk without room, and not from a defect of our own. */
  isOwnFailure(error: unknown): error is Error
  /** Everything that was written before is kept. Nothing belongs to this process any more. */
  close(): Promise<void>
}

export async function readValue<T>(store: Store, name: string): Promise<T | undefined> {
  const json = await store.read(name)
  return json === undefined ? undefined : (JSON.parse(json) as T)
}
