/** Rate limits as they are shown. */
import { z } from 'zod'
import type { LimitStatus } from '../knobs/limits.ts'
import { zulu } from '../wire/values/timestamp.ts'

/** Source: decisions §12. */
export const limitsReply = z.object({
  limits: z.array(
    z.object({
      caller: z.string(),
      environment: z.enum(['test', 'production']),
      operation: z.string(),
      limit: z.int(),
      left: z.int(),
      resetsAt: z.iso.datetime(),
    }),
  ),
  total: z.int(),
})

export const limitsView = (limits: readonly LimitStatus[]): z.output<typeof limitsReply> => ({
  limits: limits.map((limit) => ({ ...limit, resetsAt: zulu(limit.resetsAt) })),
  total: limits.length,
})
