/** Lists the callers with limits of their own. */
import { z } from 'zod'
import { callersReply } from '../control-replies/callers.ts'
import { reply } from '../wire/row.ts'
import { pageIn, pageQuery } from './page-query.ts'
import { defineControl } from './row.ts'

export const listCallers = defineControl({
  id: 'control.listCallers',
  summary: 'The callers with rate limits of their own',
  request: { query: z.object(pageQuery) },
  replies: { 200: reply.json(callersReply) },

  handle: ({ query }, { knobs, reply: answer }) => answer(200, knobs.callers.list(pageIn(query))),
})
