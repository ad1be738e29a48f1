/** The interface to a store for worlds, which knows about record kinds, keys and JSON, but nothing about the service. */
import type { Key } from '../../service/world/records.ts'

export interface Row {
  /** The record's row number in its world. Row numbers follow the world's order. */
  readonly row: number
  readonly kind: string
  readonly environment: string | undefined
  readonly key: Key
  /** The version of its kind's form. */
  readonly version: number
  readonly json: string
}

/** A world's head. */
export interface WorldRow {
  /** Identifies the world's rows and content. A world that replaces another gets a new number. */
  readonly number: number
  readonly name: string
  readonly version: number
  readonly json: string
  /** When the world's next booking is due, or some time before that, in milliseconds since 1970. Undefined if the world has no booking. */
  readonly due?: number | undefined
}

/**
 * `put` and `world` replace the row or head with the same number, except for `due`. `drop` deletes rows and content, but the name remains
 * owned.
 */
export type Change =
  | { readonly what: 'put'; readonly number: number; readonly row: Row }
  | { readonly what: 'remove'; readonly number: number; readonly row: number }
  | { readonly what: 'world'; readonly world: Omit<WorldRow, 'due'> }
  | { readonly what: 'due'; readonly number: number; readonly due: number | undefined }
  | { readonly what: 'drop'; readonly number: number }
  | { readonly what: 'value'; readonly name: string; readonly json: string }

export interface StoreFailure extends Error {
  /** True if no change can be stored until the store is reopened. Otherwise the same changes can be retried. */
  readonly isLasting?: boolean
  /** True if the worlds no longer belong to this process, so the changes are lost. */
  readonly isLost?: boolean
}

export interface Owner {
  readonly instance: string
  /** The server's URL for other servers, such as `http://10.0.0.1:4300`. */
  readonly address: string
}

/**
 * `here`: this process owns the world now. `free`: the world does not exist; with `makes`, this process now owns its name. `elsewhere`:
 * another process owns the world. `away`: the owner is gone, but might still send a reply.
 */
export type Taken =
  | { readonly is: 'here'; readonly world: WorldRow }
  | { readonly is: 'free' }
  | { readonly is: 'elsewhere'; readonly owner: Owner }
  | { readonly is: 'away' }

/** A listed world. `owner` is undefined if this process owns the world, or if there is no owner. */
export interface ListedRow extends WorldRow {
  readonly owner?: Owner | undefined
}

/** Methods may call back synchronously. Promises reject with the store's error. */
export interface Store {
  /** True if the database has no write-ahead log, in which case a kill loses the last writes. Undefined if the store never has one. */
  readonly lacksLog?: boolean
  /** Lists all worlds, without their rows, sorted by name. */
  list(): Promise<readonly ListedRow[]>
  count(): Promise<number>
  /** Acquires a world for this process. `makes`: acquires the name even if the world does not exist. */
  take(name: string, makes: boolean): Promise<Taken>
  /** Reads the rows of a world that belongs to this process, in order. */
  load(number: number): Promise<readonly Row[]>
  /** Releases a world and its name once all earlier writes are stored. */
  letGo(name: string): Promise<void>
  /** Names of worlds without an owner that have a booking due before a given time. */
  due(before: number): Promise<readonly string[]>
  /** Names of worlds that have had no owner since a given time. */
  unused(since: number): Promise<readonly string[]>
  /** Returns a number that no world has used. */
  newNumber(): number
  /**
   * Writes all changes, in order, in a single transaction. Calls back once they and all earlier changes are stored. Batches are stored in
   * the order of the calls.
   */
  write(changes: readonly Change[], ended: (failure?: StoreFailure) => void): void
  /** Reads a small value, as JSON. */
  read(name: string): Promise<string | undefined>
  /**
   * Replaces a small value atomically if it equals `before`, or if there is none and `before` is undefined. Otherwise resolves to false.
   */
  swap(name: string, before: string | undefined, json: string): Promise<boolean>
  /** Calls `call` when another process has changed a small value. Absent if no other process can use the store. */
  whenSwapped?(call: (name: string) => void): void
  /**
   * Confirms that the worlds still belong to this process. Returns undefined if this was confirmed recently, so that replies may be sent.
   * Otherwise resolves once confirmed, or rejects if the worlds are lost. Absent if the worlds always belong to this process.
   */
  confirm?(): Promise<void> | undefined
  /** Returns why the store cannot be reached, or undefined if it can. Absent for a store that can always be reached. */
  fault?(): Error | undefined
  /** Calls `call` each time this process loses all its worlds. Unconfirmed writes are then lost. */
  whenLost?(call: (why: Error) => void): void
  /** Gives up all of this process's worlds, because their changes can never be stored. Absent if no other process could take them over. */
  giveUp?(why: Error): void
  /** A clock that all of the store's servers share, in milliseconds since 1970. Default: the machine's clock. */
  now?(): number
  /** True for errors in the store or its system, such as a full disk; false for our own bugs. */
  isOwnFailure(error: unknown): error is Error
  /** Stores all earlier writes, then releases all worlds. */
  close(): Promise<void>
}

export async function readValue<T>(store: Store, name: string): Promise<T | undefined> {
  const json = await store.read(name)
  return json === undefined ? undefined : (JSON.parse(json) as T)
}
