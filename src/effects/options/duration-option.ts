/** Durations as users write them, in scenarios and control rows. */
import { z } from 'zod'
import { durationForm, readDuration } from '../../wire/values/duration.ts'
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
