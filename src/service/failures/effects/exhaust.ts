/** Uses up a caller's rate limit, which then recovers as usual. */
import { z } from 'zod'
import { type LimitName, rateLimits, windowSeconds } from '../../wire/vocabulary.ts'
import { whenNeeded } from '../../wire/when-needed.ts'
import { defineDecide } from '../scenario/effect.ts'

const limits = Object.keys(rateLimits) as [LimitName, ...LimitName[]]

const options = whenNeeded(() =>
  z.strictObject({
    operation: z.enum(limits).optional().describe('The operation whose limit is used up.'),
    left: z.int().min(0).default(0).describe('Number of calls left.'),
  }),
)

export const exhaust = defineDecide({
  options,
  summary: 'A caller has used up a rate limit',
  anywhere: true,
  explain({ operation, left }) {
    const what = operation ?? 'the called operation'
    return `From the first call on, a caller has ${left === 0 ? 'no' : left} calls left under the limit for ${what}. The limit recovers after a minute.`
  },
  concerns: ({ operation }, { id, limit }) => (operation === undefined ? limit !== undefined : id === operation),
  /**
   * Only a caller's first call exhausts the limit; otherwise, the limit would never recover. If a header requests the scenario, the limit
   * is exhausted again after a minute.
   */
  decide: ({ operation, left }, circumstances, { count }) => ({
    ...circumstances,
    allowance(caller, called) {
      const row = operation ?? called
      return row !== undefined && count(`${row} ${caller}`, windowSeconds * 1000) === 1
        ? { row, left }
        : circumstances.allowance(caller, called)
    },
  }),
})
