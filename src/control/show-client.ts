/** Shows one registered client. */
import { z } from 'zod'
import { clientReply } from '../control-replies/clients.ts'
import { reply } from '../wire/row.ts'
import { defineControl } from './row.ts'

export const byId = z.object({ id: z.string().describe('The id of the client: `iss` of its grants.') })

export const showClient = defineControl({
  id: 'control.showClient',
  summary: 'One registered client',
  request: { params: byId },
  replies: { 200: reply.json(clientReply) },
  example: { params: { id: 'my-client' } },

  handle: ({ params }, { knobs, reply: answer }) => answer(200, knobs.clients.find(params.id)),
})
