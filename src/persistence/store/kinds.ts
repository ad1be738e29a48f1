/** The record kinds in a store, and their versions. */

import { type AnyForm, versionOf } from '../../service/world/record-form.ts'
import { environmentKinds, worldKinds } from '../snapshot/kinds.ts'
import { headForm } from './head.ts'

/** A kind's form, with upgrades for records from older versions. */
export type StoredKind = Pick<AnyForm, 'schema' | 'upgrades'> & Partial<Pick<AnyForm, 'key'>>

/** The stored kinds' forms. `perEnvironment`: each environment has its own records. */
export const storedForms: readonly { readonly form: AnyForm; readonly perEnvironment: boolean }[] = [
  ...worldKinds.map((form) => ({ form, perEnvironment: false })),
  ...environmentKinds.map((form) => ({ form, perEnvironment: true })),
].filter(({ form }) => !form.transient)

export const kinds: Readonly<Record<string, StoredKind>> = {
  world: headForm,
  ...Object.fromEntries(storedForms.map(({ form }) => [form.name, form])),
}

/** Kinds that were stored only by older versions. */
const formerKinds = new Set(['allowance', 'spent'])

/** A store's metadata. */
export interface StoreHead {
  /** The Standin version that wrote it. */
  readonly standin: string
  /** The version of each record kind in the store. */
  readonly kinds: Readonly<Record<string, number>>
}

export const headOf = (standin: string): StoreHead => ({
  standin,
  kinds: Object.fromEntries(Object.entries(kinds).map(([kind, form]) => [kind, versionOf(form)])),
})

export const kindNamed = (kind: string): StoredKind | undefined => (Object.hasOwn(kinds, kind) ? kinds[kind] : undefined)

/** True if a newer Standin wrote the store. */
export const isNewer = ({ kinds: versions }: StoreHead): boolean =>
  Object.entries(versions).some(([kind, version]) => {
    const known = kindNamed(kind)
    return known ? version > versionOf(known) : !formerKinds.has(kind)
  })

/** Upgrades a record to the current version, which may yield several records. */
export const upgraded = ({ upgrades = [] }: StoredKind, version: number, record: unknown): unknown[] =>
  [upgrades.slice(version - 1).reduce((older, upgrade) => upgrade(older), record)].flat()
