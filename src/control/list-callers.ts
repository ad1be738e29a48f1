/** Lists the callers with limits of their own. */
import { callersReply } from '../knobs/callers.ts'
import { reply } from '../wire/row.ts'
import { defineControl } from './row.ts'

export const listCallers = defineControl({
  id: 'control.listCallers',
  summary: 'The callers with rate limits of their own',
  request: {},
  replies: { 200: reply.json(callersReply) },

  handle: (_, { knobs, reply: answer }) => answer(200, knobs.callers.list()),
})
