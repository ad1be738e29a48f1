/** Removes a resource. */
import { reply } from '../wire/row.ts'
import { defineControl } from './row.ts'
import { byResourceId } from './show-resource.ts'

export const removeResource = defineControl({
  id: 'control.removeResource',
  summary: 'Remove a resource from the environment addressed; its file transfers stay',
  request: { params: byResourceId },
  replies: { 204: reply.empty() },
  example: { params: { id: 'standin-plain' } },

  handle({ params }, { knobs, address, reply: answer }) {
    knobs.resources.remove(address.environment, params.id)
    return answer(204, undefined)
  },
})
