/** Shows one line of the journal in full. */
import { z } from 'zod'
import { fullLineReply } from '../control-replies/journal.ts'
import { reply } from '../wire/row.ts'
import { defineControl } from './row.ts'

export const showJournalLine = defineControl({
  id: 'control.showJournalLine',
  summary: 'One call or job in full: request, reply, stages, and the rules that Standin tried',
  request: { params: z.object({ id: z.string() }) },
  replies: { 200: reply.json(fullLineReply) },
  example: { params: { id: '17' } },

  handle: ({ params }, { knobs, reply: answer }) => answer(200, knobs.journal.find(params.id)),
})
