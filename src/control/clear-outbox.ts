/** Empties the outbox; the messages themselves go on. */
import { reply } from '../wire/row.ts'
import { defineControl } from './row.ts'

export const clearOutbox = defineControl({
  id: 'control.clearOutbox',
  summary: 'Clear the outbox, of both environments',
  request: {},
  replies: { 204: reply.empty() },

  handle(_, { knobs, reply: answer }) {
    knobs.outbox.clear()
    return answer(204, undefined)
  },
})
