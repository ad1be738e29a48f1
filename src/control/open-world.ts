/** Opens a closed world. */
import { z } from 'zod'
import { reply } from '../wire/row.ts'
import { defineControl } from './row.ts'

export const openWorld = defineControl({
  id: 'control.openWorld',
  summary: 'Open a closed world: its calls are answered again',
  request: { params: z.object({ name: z.string() }) },
  replies: { 204: reply.empty() },
  example: { params: { name: 'build-17' } },

  handle({ params }, { simulator, reply: answer }) {
    simulator.closed.open(params.name)
    return answer(204, undefined)
  },
})
