/** Empties the journal, of calls and of jobs. */
import { reply } from '../wire/row.ts'
import { defineControl } from './row.ts'

export const clearJournal = defineControl({
  id: 'control.clearJournal',
  summary: 'Empty the journal',
  request: {},
  replies: { 204: reply.empty() },

  handle(_, { knobs, reply: answer }) {
    knobs.journal.clear()
    return answer(204, undefined)
  },
})
