/** Shows one line of the journal in full. */
import { z } from 'zod'
import { Misuse } from '../misuse.ts'
import { reply } from '../wire/row.ts'
import { fullLineReply, showFullLine } from './journal-line.ts'
import { defineControl } from './row.ts'

export const showJournalLine = defineControl({
  id: 'control.showJournalLine',
  method: 'GET',
  path: '/_standin/journal/{id}',
  summary: 'One call or job in full: request, reply, stages, and the rules that looked at it',
  request: { params: z.object({ id: z.string() }) },
  replies: { 200: reply.json(fullLineReply) },
  example: { params: { id: '17' } },

  handle({ params }, { knobs, reply: answer }) {
    const line = knobs.journal.find(params.id)
    if (!line) throw new Misuse(`There is no line ${JSON.stringify(params.id.slice(0, 100))} in the journal (any more).`, undefined, 404)
    return answer(200, showFullLine(line))
  },
})
