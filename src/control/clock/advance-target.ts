/** Clock targets and speeds, as users write them. */
import { z } from 'zod'
import { timeSpan } from '../../service/failures/effects.ts'
import { readTimestamp } from '../../service/wire/timestamp.ts'
import { whenNeeded } from '../../service/wire/when-needed.ts'

export const time = () =>
  z
    .string()
    .refine((text) => readTimestamp(text) !== undefined, { error: 'Expected a time, such as 2026-12-01T08:00:00Z' })
    .meta({ format: 'date-time' })

/** Requires exactly one of `by`, `to` and `until`. `atMost` also requires `until`. */
export const advanceTarget = whenNeeded(() =>
  z.strictObject({
    by: timeSpan().optional().describe('The duration to advance by, such as 7d or P7D; a number is milliseconds.'),
    to: time().optional().describe('The time to advance to.'),
    until: z.enum(['settled']).optional().describe('Advances until the service has no work left.'),
    atMost: timeSpan().optional().describe('The maximum duration for `until`. Default: P30D.'),
    limit: z.int().min(0).max(1_000_000).optional().describe('The maximum number of events to list. Default: 1000.'),
  }),
)
/**
 * The target of an advance: exactly one of `by`, `to` and `until`. Times are in ISO 8601. Durations are strings such as `7d`, or
 * milliseconds.
 */
export type AdvanceTarget = z.output<ReturnType<typeof advanceTarget>>

/** World seconds per real second. */
export const clockSpeed = whenNeeded(() => z.number().min(0.001).max(100_000))
