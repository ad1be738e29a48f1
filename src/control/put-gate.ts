/** Puts a gate in the way of the calls of an operation. */
import { gateReply } from '../control-replies/gates.ts'
import { anyName } from '../wire/any-name.ts'
import { reply } from '../wire/row.ts'
import { defineControl } from './row.ts'
import { byPlace } from './show-gate.ts'

export const putGate = defineControl({
  id: 'control.putGate',
  summary: 'Stop the calls of an operation, before or after their work, until they are released; a gate that stands there stays as it is',
  request: { params: byPlace },
  replies: { 200: reply.json(gateReply), 201: reply.json(gateReply) },
  example: { params: { operation: 'notifications.createOrder', at: 'before-work' } },

  handle({ params: { operation, at } }, { knobs, reply: answer }) {
    const there = knobs.gates().find((gate) => gate.operation === operation && gate.at === at)
    return there ? answer(200, there) : answer(201, knobs.gate(anyName(operation), { at }))
  },
})
