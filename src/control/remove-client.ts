/** Removes a registered client. */
import { reply } from '../wire/row.ts'
import { defineControl } from './row.ts'
import { byId } from './show-client.ts'

export const removeClient = defineControl({
  id: 'control.removeClient',
  summary: 'Remove a registered client',
  request: { params: byId },
  replies: { 204: reply.empty() },
  example: { params: { id: 'my-client' } },

  handle({ params }, { knobs, reply: answer }) {
    knobs.clients.remove(params.id)
    return answer(204, undefined)
  },
})
