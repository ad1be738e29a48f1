/** How the records of a kind are written: in snapshots, and where worlds are kept. */
import { z } from 'zod'
import { endOfTime } from '../wire/timestamp.ts'
import type { RecordKind } from './records.ts'
import { environmentNames } from './records.ts'
import type { Key } from './table.ts'

/** Makes a record of one version from a record of the version before, or several. */
export type Upgrade = (record: unknown) => unknown

/** A world loads no form, so that it starts quickly. */
interface Form<R, W, List extends string> {
  /** Where a snapshot lists the records, such as `orders` or `contacts.changed`. */
  readonly list: List
  /** What a snapshot says about the list. */
  readonly summary: string
  /** The form of a record as it is written. A change needs one more upgrade at the end: test/persistence/shapes.test.ts tells when. */
  readonly schema: z.ZodType<W>
  /** The first one makes version 2 from version 1. */
  readonly upgrades?: readonly Upgrade[]
  /** The record as it is written. Default: as it is. */
  written?(record: R): W
  /** The record of what was written. Default: as it is. */
  read?(written: W): R
}

export type RecordForm<R, K extends Key, W, List extends string> = Pick<RecordKind<R, K>, 'key' | 'name' | 'numbered' | 'transient'> &
  Form<R, W, List>

/** A form without the types of its records. */
export type AnyForm = Pick<
  RecordForm<never, Key, unknown, string>,
  'key' | 'list' | 'name' | 'numbered' | 'transient' | 'schema' | 'summary' | 'upgrades'
> & {
  written?(record: never): unknown
  read?(written: never): unknown
}

/** `W` is a record as it is written. */
export const defineForm = <R, K extends Key, T, W, const List extends string>(
  { name, key, numbered = false, transient = false }: RecordKind<R, K, T>,
  form: Form<R, W, List>,
): RecordForm<R, K, W, List> => ({ name, key, numbered, transient, ...form })

/** The version of the records that are written now. */
export const versionOf = ({ upgrades = [] }: Pick<AnyForm, 'upgrades'>): number => upgrades.length + 1

export const environmentName = z.enum(environmentNames)
/** World milliseconds since 1970. */
export const time = z.int().min(0).max(endOfTime)
/** A count, or a position counted from 0. */
export const count = z.int().min(0)
/** A number counted from 1. */
export const ordinal = z.int().min(1)
export const guid = z.guid()
/** The id of stored content. */
export const contentId = z.string().regex(/^[0-9a-f]{32}$/, 'is not the id of a content: 32 hexadecimal digits')
export const md5 = z.string().regex(/^[0-9a-f]{32}$/, 'is not an MD5 in 32 lower-case hexadecimal digits')
