/** The kinds of records that a folder keeps. */
import { z } from 'zod'
import { formNamed, kindsByName } from '../control/snapshot/kinds.ts'
import { type AnyForm, count, time, versionOf } from '../world/records/form.ts'
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

/** The times of calls that were spent since the allowance was written as a whole. `from`: how many were spent before them. */
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

/** What a file says of itself in its first line. */
export interface FileHead {
  readonly format: 'standin-data'
  /** The version of the form of the files. */
  readonly version: number
  /** The version of Standin that wrote it. */
  readonly standin: string
  /** The version of each kind of record in it. */
  readonly kinds: Readonly<Record<string, number>>
}

/** 1: checksums of single lines. 2: checksums that cover the lines before. */
const formVersion = 2

export const isChained = (head: unknown): boolean => (head as Partial<FileHead> | null)?.version !== 1

export const fileHead = (standin: string): FileHead => ({
  format: 'standin-data',
  version: formVersion,
  standin,
  kinds: Object.fromEntries(Object.entries(kinds).map(([kind, form]) => [kind, versionOf(form)])),
})

/** Why this Standin cannot read a file with this head; undefined: it can. */
export function whyUnreadable(head: unknown): string | undefined {
  const { format, version, standin, kinds: versions } = (typeof head === 'object' && head !== null ? head : {}) as Partial<FileHead>
  if (format !== 'standin-data') return 'it is not a file of Standin'
  const newer = `it was written by Standin ${standin}, which is newer`
  if (version !== 1 && version !== formVersion) return newer
  for (const [kind, each] of Object.entries(versions ?? {})) {
    const form = Object.hasOwn(kinds, kind) ? kinds[kind] : undefined
    if (!form || each > versionOf(form)) return newer
  }
  return undefined
}

/** The records of now that a record of a version becomes. */
export const upgraded = ({ upgrades = [] }: KeptKind, version: number, record: unknown): unknown[] =>
  [upgrades.slice(version - 1).reduce((older, upgrade) => upgrade(older), record)].flat()
