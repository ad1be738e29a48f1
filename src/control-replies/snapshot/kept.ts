/** How a kind of record lies in a folder that keeps worlds: its form, and how records of earlier forms become records of this one. */
import type { z } from 'zod'

/** Makes a record of one version from a record of the version before. */
export type Upgrade = (record: unknown) => unknown

export interface KeptKind {
  readonly schema: z.ZodType
  /** The first one makes version 2 from version 1. */
  readonly upgrades: readonly Upgrade[]
}

/** A change of the schema needs one more upgrade at the end: test/keeping/shapes.test.ts tells when. */
export const kept = (schema: z.ZodType, ...upgrades: readonly Upgrade[]): KeptKind => ({ schema, upgrades })

/** The version of the records that are written now. */
export const versionOf = ({ upgrades }: KeptKind): number => upgrades.length + 1
