/** Lists what is left of the rate limits of callers. */
import { limitsReply } from '../knobs/limits.ts'
import { reply } from '../wire/row.ts'
import { defineControl } from './row.ts'

export const listLimits = defineControl({
  id: 'control.listLimits',
  summary: 'What callers of limited operations have left, in both environments',
  request: {},
  replies: { 200: reply.json(limitsReply) },

  handle: (_, { knobs, reply: answer }) => answer(200, knobs.limits.list()),
})
