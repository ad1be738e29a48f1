/** Shows one resource, with its configuration. */
import { z } from 'zod'
import { resourceReply } from '../control-replies/resources.ts'
import { reply } from '../wire/row.ts'
import { defineControl } from './row.ts'

export const byResourceId = z.object({ id: z.string().min(1).describe('A resource of the environment addressed.') })

export const showResource = defineControl({
  id: 'control.showResource',
  summary: 'One resource, with its configuration',
  request: { params: byResourceId },
  replies: { 200: reply.json(resourceReply) },
  example: { params: { id: 'standin-plain' } },

  handle: ({ params }, { knobs, address, reply: answer }) => answer(200, knobs.resources.find(address.environment, params.id)),
})
