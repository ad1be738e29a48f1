/** How far and how fast a clock goes, as a user says it. */
import { z } from 'zod'
import { timeSpan } from '../../service/failures/effect.ts'
import { readTimestamp } from '../../service/wire/timestamp.ts'
import { whenNeeded } from '../../service/wire/when-needed.ts'

/** A time in ISO 8601. */
export const time = () =>
  z
    .string()
    .refine((text) => readTimestamp(text) !== undefined, { error: 'This is not a time, such as 2026-12-01T08:00:00Z' })
    .meta({ format: 'date-time' })

/** Exactly one of `by`, `to` and `until`; `atMost` goes with `until`. */
export const advanceTarget = whenNeeded(() =>
  z.strictObject({
    by: timeSpan().optional().describe('How far, such as 7d or P7D; a number is milliseconds.'),
    to: time().optional().describe('The time to go to.'),
    until: z.enum(['settled']).optional().describe('Until no working step is left.'),
    atMost: timeSpan().optional().describe('How far `until` may go; P30D when absent.'),
    limit: z.int().min(0).max(1_000_000).optional().describe('How many happenings are listed; 1000 when absent.'),
  }),
)
/**
 * How far a clock goes: exactly one of `by`, `to` and `until`. A time is a text in ISO 8601, a duration such as `7d` or `P7D`, or
 * milliseconds.
 */
export type AdvanceTarget = z.output<ReturnType<typeof advanceTarget>>

/** World seconds per real second. */
export const clockSpeed = whenNeeded(() => z.number().min(0.001).max(100_000))
