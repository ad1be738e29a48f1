/** Lists the givens: the provider states that contracts may name. */
import { providerStatesReply } from '../knobs/givens.ts'
import { reply } from '../wire/row.ts'
import { defineControl } from './row.ts'

export const listProviderStates = defineControl({
  id: 'control.listProviderStates',
  summary: 'The provider states that contracts may name',
  request: {},
  replies: { 200: reply.json(providerStatesReply) },

  handle: (_, { knobs, reply: answer }) => answer(200, knobs.givens.list()),
})
