/** The duration options of scenarios. */
import { z } from 'zod'
import { readDuration } from '../wire/values/duration.ts'

/** Milliseconds from a text such as `PT0.5S`. The text can begin with `+` or `-`. */
export const milliseconds = (text: string): number => (text.startsWith('-') ? -1 : 1) * (readDuration(text.replace(/^[+-]/, '')) ?? 0)

const error = 'is not an ISO 8601 duration of fixed length, such as PT0.5S, PT10M or P7D'

export const durationOption = z.string({ error }).refine((text) => readDuration(text) !== undefined, { error })

export const signedDurationOption = z.string().refine((text) => readDuration(text.replace(/^[+-]/, '')) !== undefined, {
  error: 'is not an ISO 8601 duration of fixed length, such as PT5M or -PT5M',
})
