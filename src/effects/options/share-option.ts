/** The option of scenarios that says how many items an effect hits: all of them, or a share. */
import { z } from 'zod'
import { whenNeeded } from '../../wire/when-needed.ts'

export const shareOption = whenNeeded(() =>
  z.union([z.literal(true), z.number().min(0).max(1)], { error: 'is not true or a number from 0 to 1' }),
)

type Share = z.output<ReturnType<typeof shareOption>> | undefined

export const hits = (share: Share, fraction: () => number): boolean => share !== undefined && (share === true || fraction() < share)

/** `all` when the share is everything, otherwise for example `30 % of ${some}`. */
export const shareText = (share: Share, all: string, some: string): string =>
  share === undefined || share === true || share === 1 ? all : `${Math.round(share * 1000) / 10} % of ${some}`
