/** Gives every caller all of its calls again. */
import { reply } from '../wire/row.ts'
import { defineControl } from './row.ts'

export const refillLimits = defineControl({
  id: 'control.refillLimits',
  summary: 'Give every caller all of its calls again, in both environments',
  request: {},
  replies: { 204: reply.empty() },

  handle(_, { knobs, reply: answer }) {
    knobs.limits.refill()
    return answer(204, undefined)
  },
})
