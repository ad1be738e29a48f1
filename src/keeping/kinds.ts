/** The kinds of records that a folder keeps. */
import { keptClock } from '../control-replies/snapshot/clock.ts'
import { keptGrants } from '../control-replies/snapshot/document.ts'
import { keptEvents } from '../control-replies/snapshot/events.ts'
import { keptFileTransfers } from '../control-replies/snapshot/file-transfers.ts'
import { type KeptKind, versionOf } from '../control-replies/snapshot/kept.ts'
import { keptNotifications } from '../control-replies/snapshot/notifications.ts'
import { keptScenarios } from '../control-replies/snapshot/scenarios.ts'
import { keptHead } from './head.ts'

export const kinds = {
  world: keptHead,
  ...keptClock,
  ...keptScenarios,
  ...keptNotifications,
  ...keptFileTransfers,
  ...keptEvents,
  ...keptGrants,
} as const satisfies Readonly<Record<string, KeptKind>>

export type Kind = keyof typeof kinds

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
    if (!isKind(kind) || each > versionOf(kinds[kind])) return newer
  }
  return undefined
}

export const isKind = (kind: string): kind is Kind => Object.hasOwn(kinds, kind)

/** A record of a version as a record of now. */
export const upgraded = ({ upgrades }: KeptKind, version: number, record: unknown): unknown =>
  upgrades.slice(version - 1).reduce((older, upgrade) => upgrade(older), record)
