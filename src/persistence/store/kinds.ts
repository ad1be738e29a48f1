/** The record kinds in a store, and their versions. */

import { type AnyForm, versionOf } from '../../service/world/record-form.ts'
import { environmentKinds, worldKinds } from '../snapshot/kinds.ts'
import { headForm } from './head.ts'

/** A kind's form, with upgrades for records from older versions. */
export type StoredKind = Pick<AnyForm, 'schema' | 'upgrades'> & Partial<Pick<AnyForm, 'key'>>

/** Forms of the stored kinds. `perEnvironment`: each environment has its own records. */
export const storedForms: readonly { readonly form: AnyForm; readonly perEnvironment: boolean }[] = [
  ...worldKinds.map((form) => ({ form, perEnvironment: false })),
  ...environmentKinds.map((form) => ({ form, perEnvironment: true })),
].filter(({ form }) => !form.transient)

export const kinds: Readonly<Record<string, StoredKind>> = {
  world: headForm,
  ...Object.fromEntries(storedForms.map(({ form }) => [form.name, form])),
}

/** Kinds that only older versions stored. */
const formerKinds = new Set(['allowance', 'spent'])

export interface StoreHead {
  /** The version of Standin that wrote the store. */
  readonly standin: string
  readonly kinds: Readonly<Record<string, number>>
}

export const headOf = (standin: string): StoreHead => ({
  standin,
  kinds: Object.fromEntries(Object.entries(kinds).map(([kind, form]) => [kind, versionOf(form)])),
})

export const kindNamed = (kind: string): StoredKind | undefined => (Object.hasOwn(kinds, kind) ? kinds[kind] : undefined)

/** True if a newer version of Standin wrote the store. */
export const isNewer = ({ kinds: versions }: StoreHead): boolean =>
  Object.entries(versions).some(([kind, version]) => {
    const known = kindNamed(kind)
    return known ? version > versionOf(known) : !formerKinds.has(kind)
  })

/** Upgrades a record to the current version. A single record may become several records. */
export const upgraded = ({ upgrades = [] }: StoredKind, version: number, record: unknown): unknown[] =>
  [upgrades.slice(version - 1).reduce((older, upgrade) => upgrade(older), record)].flat()
