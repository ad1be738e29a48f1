/** Lets calls that stand at a gate go on. */
import { z } from 'zod'
import { gateReply } from '../control-replies/gates.ts'
import { reply } from '../wire/row.ts'
import { defineControl, optionalJson } from './row.ts'
import { byPlace, gateAt } from './show-gate.ts'

const request = z.strictObject({
  calls: z.int().min(1).optional().describe('How many go on, in the order of their arrival; all when absent.'),
  order: z.array(z.int().min(0)).optional().describe('Their positions, counted from 0, in the order in which they go on.'),
})

export const releaseGate = defineControl({
  id: 'control.releaseGate',
  summary: 'Let calls that stand at a gate go on, in an order',
  request: { params: byPlace, body: optionalJson(request) },
  replies: { 200: reply.json(gateReply) },
  example: { params: { operation: 'notifications.createOrder', at: 'before-work' }, body: { order: [1, 0] } },

  handle({ params, body }, { knobs, reply: answer }) {
    const gate = gateAt(knobs, params)
    gate.release(body?.calls, body?.order)
    return answer(200, gate)
  },
})
