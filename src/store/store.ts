/** What keeps worlds: it knows kinds of records, keys and JSON, and no service. */
import type { Key } from '../world/records/table.ts'

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
  /** The number of the world: its rows and its content lie under it. */
  readonly number: number
  readonly name: string
  readonly version: number
  readonly json: string
}

/** A row takes the place of the one with its number. A world that is dropped loses its rows. */
export type Change =
  | { readonly what: 'put'; readonly number: number; readonly row: Row }
  | { readonly what: 'remove'; readonly number: number; readonly row: number }
  | { readonly what: 'world'; readonly world: WorldRow }
  | { readonly what: 'drop'; readonly number: number }
  | { readonly what: 'value'; readonly name: string; readonly json: string }

/** Why changes are not kept. */
export interface StoreFailure extends Error {
  /** Whether nothing counts as kept any more until the store is opened again. Otherwise the same changes can be written again. */
  readonly isLasting?: boolean
}

/** A method that calls back may do so at once. */
export interface Store {
  /** Whether what was written last has no log beside it. After a kill, it is lost then. Undefined: the store has no log of its own. */
  readonly lacksLog?: boolean
  /** The worlds that are there, without their rows. */
  worlds(): Promise<readonly WorldRow[]>
  /** The rows of a world in their order. From then on, the world belongs to this process. */
  load(number: number): Promise<readonly Row[]>
  /** The world does not belong to this process any more. Everything in it is kept. */
  letGo(number: number): Promise<void>
  /**
   * Writes all changes, in their order, as one transaction, or nothing. Calls back when they are kept, and everything that was written
   * before. Batches are kept in the order of their calls.
   */
  write(changes: readonly Change[], ended: (failure?: StoreFailure) => void): void
  /** A small value, as JSON. */
  read(name: string): Promise<string | undefined>
  /** Whether an error comes from the store or its system, such as a disk without room, and not from a defect of our own. */
  isOwnFailure(error: unknown): error is Error
  /** Everything that was written before is kept. */
  close(): Promise<void>
}

/** Writes one small value by itself. Rejects with what the store says. */
export const writeValue = (store: Store, name: string, value: unknown): Promise<void> =>
  new Promise((resolve, reject) =>
    store.write([{ what: 'value', name, json: JSON.stringify(value) }], (failure) => (failure ? reject(failure) : resolve())),
  )

export async function readValue<T>(store: Store, name: string): Promise<T | undefined> {
  const json = await store.read(name)
  return json === undefined ? undefined : (JSON.parse(json) as T)
}
