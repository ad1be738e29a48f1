/** Uses up the rate limit of a caller, which recovers as it always does. */
import { z } from 'zod'
import { type LimitName, rateLimits } from '../wire/rate-limits.ts'
import { defineDecide } from './effect.ts'

const limits = Object.keys(rateLimits) as [LimitName, ...LimitName[]]

const options = z.strictObject({
  /** Of those that the rule is on, the only one; absent: each. */
  operation: z.enum(limits).optional(),
  /** Calls that the caller still has. */
  left: z.int().min(0).default(0),
})

export const exhaust = defineDecide({
  options,
  summary: 'A caller has used up a rate limit',
  anywhere: true,
  explain({ operation, left }) {
    const what = operation ?? 'the row that it calls'
    return `With its first call, a caller has ${left === 0 ? 'nothing' : left} left of the limit of ${what}, until a minute has passed.`
  },
  concerns: ({ operation }, { id, limit }) => (operation === undefined ? limit !== undefined : id === operation),
  /** Filling it with every call would keep it from recovering. */
  decide: ({ operation, left }, circumstances, { count }) => ({
    ...circumstances,
    allowance(caller, called) {
      const row = operation ?? called
      return row !== undefined && count(`${row} ${caller}`) === 1 ? { row, left } : circumstances.allowance(caller, called)
    },
  }),
})
