/** Lists what is left of the rate limits of callers. */
import { z } from 'zod'
import { limitsReply } from '../control-replies/limits.ts'
import { reply } from '../wire/row.ts'
import { pageIn, pageQuery } from './page-query.ts'
import { defineControl } from './row.ts'

export const listLimits = defineControl({
  id: 'control.listLimits',
  summary: 'What callers of limited operations have left, in both environments',
  request: { query: z.object(pageQuery) },
  replies: { 200: reply.json(limitsReply) },

  handle: ({ query }, { knobs, reply: answer }) => answer(200, knobs.limits.list(pageIn(query))),
})
