/** Shows the records of a world: how many there are by status, and the latest ones. */
import { stateReply } from '../control-replies/state.ts'
import { reply } from '../wire/row.ts'
import { defineControl } from './row.ts'

export const showState = defineControl({
  id: 'control.showState',
  summary: 'Counts and summaries of records, per environment',
  request: {},
  replies: { 200: reply.json(stateReply) },

  handle: (_, { knobs, reply: answer }) => answer(200, knobs.state()),
})
