/** A span of time: a duration such as `7d` or `P7D`, or milliseconds. */
import { z } from 'zod'
import { durationOption, milliseconds } from '../effects/duration-option.ts'
import { durationForm } from '../wire/values/duration.ts'

const error = `is neither ${durationForm}, nor a whole number of milliseconds`

export const timeSpan = z.union([durationOption, z.int({ error }).min(0)], { error })
export type TimeSpan = z.output<typeof timeSpan>

/** Milliseconds. */
export const spanOf = (span: TimeSpan): number => (typeof span === 'number' ? span : milliseconds(span))
