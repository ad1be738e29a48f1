/** What a resource allows where its owner has set nothing, and the most that an owner may set. Source: file-transfer §5.4, §9. */

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
