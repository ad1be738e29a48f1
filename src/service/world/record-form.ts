/** The serialized form of records in snapshots and stores. */
import { z } from 'zod'
import { endOfTime } from '../wire/timestamp.ts'
import type { Key } from './records/table.ts'
import type { RecordKind } from './records.ts'
import { environmentNames } from './records.ts'

/** Converts a record to the next version. May return several records. */
export type Upgrade = (record: unknown) => unknown

/** Loaded only for snapshots and stores, so that a simulator starts quickly. */
interface Form<R, W, List extends string> {
  /** The snapshot list that contains the records, such as `orders` or `contacts.changed`. */
  readonly list: List
  /** Describes the list in a snapshot. */
  readonly summary: string
  /** The schema for a written record. After a change, add an upgrade at the end: test/persistence/shapes.test.ts fails until you do. */
  readonly schema: z.ZodType<W>
  /** The first upgrade converts version 1 to version 2. */
  readonly upgrades?: readonly Upgrade[]
  /** Converts a record to its written form. Default: unchanged. */
  written?(record: R): W
  /** Converts a written record back. Default: unchanged. */
  read?(written: W): R
}

export type RecordForm<R, K extends Key, W, List extends string> = Pick<RecordKind<R, K>, 'key' | 'name' | 'numbered' | 'transient'> &
  Form<R, W, List>

/** A form without its record types. */
export type AnyForm = Pick<
  RecordForm<never, Key, unknown, string>,
  'key' | 'list' | 'name' | 'numbered' | 'transient' | 'schema' | 'summary' | 'upgrades'
> & {
  written?(record: never): unknown
  read?(written: never): unknown
}

/** `W` is a record's written form. */
export const defineForm = <R, K extends Key, T, W, const List extends string>(
  { name, key, numbered = false, transient = false }: RecordKind<R, K, T>,
  form: Form<R, W, List>,
): RecordForm<R, K, W, List> => ({ name, key, numbered, transient, ...form })

/** The version of newly written records. */
export const versionOf = ({ upgrades = [] }: Pick<AnyForm, 'upgrades'>): number => upgrades.length + 1

export const environmentName = z.enum(environmentNames)
/** World milliseconds since 1970. */
export const time = z.int().min(0).max(endOfTime)
/** A count, or a position counted from 0. */
export const count = z.int().min(0)
/** A number counted from 1. */
export const ordinal = z.int().min(1)
export const guid = z.guid()
/** The id of a piece of stored content. */
export const contentId = z.string().regex(/^[0-9a-f]{32}$/, 'is not the id of a content: 32 hexadecimal digits')
export const md5 = z.string().regex(/^[0-9a-f]{32}$/, 'is not an MD5 in 32 lower-case hexadecimal digits')
