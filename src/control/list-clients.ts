/** Lists the clients that are registered at Maskinporten. */
import { z } from 'zod'
import { clientsReply } from '../control-replies/clients.ts'
import { reply } from '../wire/row.ts'
import { pageIn, pageQuery } from './page-query.ts'
import { defineControl } from './row.ts'

export const listClients = defineControl({
  id: 'control.listClients',
  summary: 'The clients that are registered at Maskinporten',
  request: { query: z.object(pageQuery) },
  replies: { 200: reply.json(clientsReply) },

  handle: ({ query }, { knobs, reply: answer }) => answer(200, knobs.clients.list(pageIn(query))),
})
