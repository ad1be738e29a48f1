/** Lists the givens: the provider states that contracts may name. */
import { z } from 'zod'
import { providerStatesReply } from '../control-replies/provider-states.ts'
import { reply } from '../wire/row.ts'
import { pageIn, pageQuery } from './page-query.ts'
import { defineControl } from './row.ts'

export const listProviderStates = defineControl({
  id: 'control.listProviderStates',
  summary: 'The provider states that contracts may name',
  request: { query: z.object(pageQuery) },
  replies: { 200: reply.json(providerStatesReply) },

  handle: async ({ query }, { knobs, reply: answer }) => answer(200, await knobs.givens.list(pageIn(query))),
})
