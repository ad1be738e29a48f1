/** How many of those that it concerns an effect hits, as scenarios write it: all of them, or a share. */
import { z } from 'zod'

export const shareOption = z.union([z.literal(true), z.number().min(0).max(1)], { error: 'is neither true nor a share from 0 to 1' })

type Share = z.output<typeof shareOption> | undefined

export const hits = (share: Share, fraction: () => number): boolean => share !== undefined && (share === true || fraction() < share)

/** `each` names one of them, `all` all of them. */
export const shareText = (share: Share, all: string, each: string): string =>
  share === undefined || share === true || share === 1 ? all : `${Math.round(share * 1000) / 10} % of ${each}`
