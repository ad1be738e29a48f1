/** A resource: every file transfer belongs to one, and follows the rules of its owner. */
import { defineRecord } from '../../../world/records/records.ts'

const hours = 3_600_000
const days = 24 * hours

/** Times are milliseconds. */
export const resourceDefaults = {
  timeToLive: 30 * days,
  gracePeriod: 2 * hours,
  purgeAfterConfirmed: true,
  unscannedApproved: false,
} as const

/** The largest upload in bytes that a virus scan takes. */
export const mostScanned = 50_000_000_000

/** The most that an owner may set: bytes and milliseconds. */
export const resourceLimits = {
  maxFileTransferSize: 1_677_721_600_000,
  timeToLive: 365 * days,
  gracePeriod: days,
} as const

/** Values that were never set are absent. */
export interface Resource {
  readonly id: string
  /** Organization number of the service owner; absent for an open resource that was not configured. */
  readonly owner?: string | undefined
  /** Bytes. */
  readonly maxFileTransferSize?: number | undefined
  /** Milliseconds. */
  readonly timeToLive?: number | undefined
  readonly purgeAfterConfirmed: boolean
  /** Milliseconds. */
  readonly gracePeriod?: number | undefined
  readonly useManifestFileShim?: boolean | undefined
  readonly externalServiceCode?: string | undefined
  readonly externalServiceEdition?: number | undefined
  /** As the owner wrote it. */
  readonly requiredParty?: string | undefined
  /** The only organizations that may be recipients, as `0192:NNNNNNNNN`. */
  readonly accessList?: readonly string[] | undefined
  /** Whether its files may go unscanned, also in production. */
  readonly unscannedApproved: boolean
  /** False: the resource registry has it, but its owner has not configured it yet. */
  readonly configured?: boolean | undefined
  /** False: its owner has configured it, but the resource registry has lost it. */
  readonly registered?: boolean | undefined
}

/** Milliseconds. */
export const timeToLiveOf = ({ timeToLive = resourceDefaults.timeToLive }: Resource): number => timeToLive
export const gracePeriodOf = ({ gracePeriod = resourceDefaults.gracePeriod }: Resource): number => gracePeriod

const { purgeAfterConfirmed, unscannedApproved } = resourceDefaults

/** A resource that is neither configured nor in the fixtures. Source: decisions §3. */
export const openResource = (id: string): Resource => ({ id, purgeAfterConfirmed, unscannedApproved })

export const resources = defineRecord({
  name: 'resource',
  key: ({ id }: Resource) => id,
})

/** The ids of resources that a tester removed, for the fixtures may have them. */
export const removedResources = defineRecord({
  name: 'removedResource',
  key: (id: string) => id,
})
