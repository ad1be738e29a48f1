/** The kinds of records that a store keeps. */
import { z } from 'zod'
import { type AnyForm, count, time, versionOf } from '../../service/world/record-form.ts'
import { formNamed, kindsByName } from '../snapshot/kinds.ts'
import { keptHead } from './head.ts'

/** The form of a kind, and how records of versions before become records of now. */
export type KeptKind = Pick<AnyForm, 'schema' | 'upgrades'> & Partial<Pick<AnyForm, 'key'>>

const allowance = formNamed('allowance')

/** How many calls were ever spent in an allowance: the calls that follow it are written by themselves. */
const keptAllowance: KeptKind = {
  key: allowance.key,
  schema: (allowance.schema as z.ZodObject).safeExtend({ spent: count }),
  upgrades: [(record) => ({ ...(record as object), spent: (record as { readonly calls: readonly unknown[] }).calls.length })],
}

/** The times of calls that were spent after the allowance was written as a whole. `from`: how many were spent before them. */
export interface KeptSpent {
  readonly from: number
  readonly times: readonly number[]
}
const keptSpent: KeptKind = { schema: z.strictObject({ from: count, times: z.array(time) }) }

export const kinds: Readonly<Record<string, KeptKind>> = {
  world: keptHead,
  ...Object.fromEntries(kindsByName),
  allowance: keptAllowance,
  spent: keptSpent,
}

/** What a store says of itself. */
export interface StoreHead {
  /** The version of Standin that wrote it. */
  readonly standin: string
  /** The version of each kind of record in it. */
  readonly kinds: Readonly<Record<string, number>>
}

export const headOf = (standin: string): StoreHead => ({
  standin,
  kinds: Object.fromEntries(Object.entries(kinds).map(([kind, form]) => [kind, versionOf(form)])),
})

export const kindNamed = (kind: string): KeptKind | undefined => (Object.hasOwn(kinds, kind) ? kinds[kind] : undefined)

/** Whether a newer Standin wrote a store with this head. */
export const isNewer = ({ kinds: versions }: StoreHead): boolean =>
  Object.entries(versions).some(([kind, version]) => version > versionOf(kindNamed(kind) ?? {}) || !kindNamed(kind))

/** The records of now that a record of a version becomes. */
export const upgraded = ({ upgrades = [] }: KeptKind, version: number, record: unknown): unknown[] =>
  [upgrades.slice(version - 1).reduce((older, upgrade) => upgrade(older), record)].flat()
