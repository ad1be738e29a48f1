/** The names of the dialects. */

export const dialectNames = ['spec', 'live'] as const
export type DialectName = (typeof dialectNames)[number]
