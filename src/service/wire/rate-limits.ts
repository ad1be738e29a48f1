/** The calls that one caller may make in a minute, by both definitions of the specification. Source: spec §8. */

export const rateLimits = {
  'fileTransfer.initialize': { current: 120, earlier: 120 },
  'fileTransfer.upload': { current: 120, earlier: 120 },
  'fileTransfer.initializeAndUpload': { current: 120, earlier: 120 },
  'fileTransfer.overview': { current: 120, earlier: 120 },
  'fileTransfer.details': { current: 30, earlier: 10 },
  'fileTransfer.search': { current: 30, earlier: 10 },
  'fileTransfer.download': { current: 120, earlier: 120 },
  'fileTransfer.confirmDownload': { current: 120, earlier: 120 },
} as const satisfies Record<string, Readonly<Record<RateDefinition, number>>>

export type RateDefinition = 'current' | 'earlier'
export type LimitName = keyof typeof rateLimits
export type RateTable = Readonly<Record<LimitName, Readonly<Record<RateDefinition, number>>>>

/** The length of the sliding window of every limit. */
export const windowSeconds = 60
