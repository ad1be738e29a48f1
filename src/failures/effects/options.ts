/** Options of several effects: durations as users write them, and how many items an effect hits. */
import { z } from 'zod'
import { durationForm, readDuration } from '../../wire/values/timestamp.ts'
import { whenNeeded } from '../../wire/when-needed.ts'

/** Milliseconds from a text such as `0.5s` or `PT0.5S`. The text can begin with `+` or `-`. */
export const milliseconds = (text: string): number => (text.startsWith('-') ? -1 : 1) * (readDuration(text.replace(/^[+-]/, '')) ?? 0)

const error = `is not ${durationForm}`

export const durationOption = whenNeeded(() => z.string({ error }).refine((text) => readDuration(text) !== undefined, { error }))

export const signedDurationOption = whenNeeded(() =>
  z.string().refine((text) => readDuration(text.replace(/^[+-]/, '')) !== undefined, { error: `${error}, or -5m` }),
)

const spanError = `is neither ${durationForm}, nor a whole number of milliseconds`

/** A duration, or milliseconds. */
export const timeSpan = whenNeeded(() => z.union([durationOption(), z.int({ error: spanError }).min(0)], { error: spanError }))
export type TimeSpan = z.output<ReturnType<typeof timeSpan>>

/** Milliseconds. */
export const spanOf = (span: TimeSpan): number => (typeof span === 'number' ? span : milliseconds(span))

export const shareOption = whenNeeded(() =>
  z.union([z.literal(true), z.number().min(0).max(1)], { error: 'is not true or a number from 0 to 1' }),
)

type Share = z.output<ReturnType<typeof shareOption>> | undefined

export const hits = (share: Share, fraction: () => number): boolean => share !== undefined && (share === true || fraction() < share)

/** `all` when the share is everything, otherwise for example `30 % of ${some}`. */
export const shareText = (share: Share, all: string, some: string): string =>
  share === undefined || share === true || share === 1 ? all : `${Math.round(share * 1000) / 10} % of ${some}`
