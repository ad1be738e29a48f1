/** Lists what callers have left of their rate limits. */
import { reply } from '../wire/row.ts'
import { limitsReply, limitsView } from './limits-view.ts'
import { defineControl } from './row.ts'

export const listLimits = defineControl({
  id: 'control.listLimits',
  method: 'GET',
  path: '/_standin/limits',
  summary: 'What callers of limited operations have left, in both environments',
  request: {},
  replies: { 200: reply.json(limitsReply) },

  handle: (_, { knobs, reply: answer }) => answer(200, limitsView(knobs.limits.list())),
})
