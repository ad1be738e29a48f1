/** A span of time: an ISO 8601 duration such as `P7D`, or milliseconds. */
import { z } from 'zod'
import { durationOption, milliseconds } from '../effects/duration-option.ts'

const error = 'is neither an ISO 8601 duration of fixed length, such as PT0.5S, PT10M or P7D, nor a whole number of milliseconds'

export const timeSpan = z.union([durationOption.meta({ format: 'duration' }), z.int({ error }).min(0)], { error })
export type TimeSpan = z.output<typeof timeSpan>

/** Milliseconds. */
export const spanOf = (span: TimeSpan): number => (typeof span === 'number' ? span : milliseconds(span))
