/** Lists the gates that stand in the world. */
import { gatesReply } from '../control-replies/gates.ts'
import { reply } from '../wire/row.ts'
import { defineControl } from './row.ts'

export const listGates = defineControl({
  id: 'control.listGates',
  summary: 'The gates that stand, with the calls that stand at them',
  request: {},
  replies: { 200: reply.json(gatesReply) },

  handle: (_, { knobs, reply: answer }) => answer(200, { gates: [...knobs.gates()] }),
})
