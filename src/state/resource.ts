/** A resource: what a file is transferred under, and the rules that its owner has set. */

export interface Resource {
  readonly id: string
  /** Organization number of the service owner; absent while nobody has configured an open resource. */
  readonly owner?: string | undefined
  /** Bytes. */
  readonly maxFileTransferSize?: number | undefined
  /** Milliseconds. */
  readonly timeToLive: number
  readonly purgeAfterConfirmed: boolean
  /** Milliseconds. */
  readonly gracePeriod: number
  /** As `0192:NNNNNNNNN`. */
  readonly requiredParty?: string | undefined
  /** The only organizations that may be recipients, as `0192:NNNNNNNNN`. */
  readonly accessList?: readonly string[] | undefined
  /** Whether its files may go unscanned, also in production. */
  readonly unscannedApproved: boolean
}

const hours = 3_600_000

/** Source: file-transfer §5.4. */
export const resourceDefaults = {
  timeToLive: 30 * 24 * hours,
  purgeAfterConfirmed: true,
  gracePeriod: 2 * hours,
  unscannedApproved: false,
} as const

/** A resource that nobody has described. Source: decisions §3. */
export const openResource = (id: string): Resource => ({ id, ...resourceDefaults })
