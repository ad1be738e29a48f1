/** The serialized format of records in snapshots and stores. */
import { z } from 'zod'
import { endOfTime } from '../wire/timestamp.ts'
import type { Key } from './records/table.ts'
import type { RecordKind } from './records.ts'
import { environmentNames } from './records.ts'

/** Upgrades a record to the next version. May return several records. */
export type Upgrade = (record: unknown) => unknown

/** Loaded only for snapshots and stores, so that a simulator starts quickly. */
interface Form<R, W, List extends string> {
  /** The snapshot list for these records, such as `orders` or `contacts.changed`. */
  readonly list: List
  readonly summary: string
  /**
   * The schema for a serialized record. After changing it, add an upgrade at the end; until then, test/persistence/shapes.test.ts fails.
   */
  readonly schema: z.ZodType<W>
  /** The first upgrade converts version 1 to version 2. */
  readonly upgrades?: readonly Upgrade[]
  /** Serializes a record. Default: unchanged. */
  written?(record: R): W
  /** Deserializes a record. Default: unchanged. */
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

/** `W`: the serialized type. */
export const defineForm = <R, K extends Key, T, W, const List extends string>(
  { name, key, numbered = false, transient = false }: RecordKind<R, K, T>,
  form: Form<R, W, List>,
): RecordForm<R, K, W, List> => ({ name, key, numbered, transient, ...form })

/** Returns the version that records are written in. */
export const versionOf = ({ upgrades = [] }: Pick<AnyForm, 'upgrades'>): number => upgrades.length + 1

export const environmentName = z.enum(environmentNames)
/** World time in milliseconds since 1970. */
export const time = z.int().min(0).max(endOfTime)
/** A count, or a position counted from 0. */
export const count = z.int().min(0)
/** A number counted from 1. */
export const ordinal = z.int().min(1)
export const guid = z.guid()
export const contentId = z.string().regex(/^[0-9a-f]{32}$/, 'is not a content id: 32 hexadecimal digits')
export const md5 = z.string().regex(/^[0-9a-f]{32}$/, 'is not an MD5 of 32 lowercase hexadecimal digits')
