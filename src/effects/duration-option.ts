/** A duration as scenarios write it. */
import { z } from 'zod'
import { readDuration } from '../wire/duration.ts'

/** Milliseconds from a text such as `PT0.5S`. */
export const milliseconds = (text: string): number => readDuration(text) ?? 0

const error = 'is no ISO 8601 duration of fixed length, such as PT0.5S, PT10M or P7D'

export const durationOption = z.string({ error }).refine((text) => readDuration(text) !== undefined, { error })
