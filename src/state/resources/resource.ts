/** A resource: what a file is transferred under, and the rules that its owner has set. */

/** What nobody has set is absent. */
export interface Resource {
  readonly id: string
  /** Organization number of the service owner; absent while nobody has configured an open resource. */
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
  /** As its owner wrote it. */
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

const hours = 3_600_000

/** What holds where its owner has set nothing. Milliseconds. Source: file-transfer §5.4. */
export const timeToLiveOf = ({ timeToLive = 30 * 24 * hours }: Resource): number => timeToLive
export const gracePeriodOf = ({ gracePeriod = 2 * hours }: Resource): number => gracePeriod

/** Source: file-transfer §9. */
export const resourceDefaults = { purgeAfterConfirmed: true, unscannedApproved: false } as const

/** A resource that nobody has described. Source: decisions §3. */
export const openResource = (id: string): Resource => ({ id, ...resourceDefaults })
