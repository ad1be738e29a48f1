/** Removes a gate, and lets its calls go on. */
import { reply } from '../wire/row.ts'
import { defineControl } from './row.ts'
import { byPlace, gateAt } from './show-gate.ts'

export const removeGate = defineControl({
  id: 'control.removeGate',
  summary: 'Let all calls that stand at a gate go on, and stop no more',
  request: { params: byPlace },
  replies: { 204: reply.empty() },
  example: { params: { operation: 'notifications.createOrder', at: 'before-work' } },

  handle({ params }, { knobs, reply: answer }) {
    gateAt(knobs, params).close()
    return answer(204, undefined)
  },
})
