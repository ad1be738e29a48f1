/** Says that Standin runs. */
import { z } from 'zod'
import { reply } from '../wire/row.ts'
import { defineControl } from './row.ts'

export const health = defineControl({
  id: 'control.health',
  summary: 'Whether Standin runs',
  request: {},
  replies: { 200: reply.json(z.object({ status: z.literal('ok'), instance: z.string().optional() })) },

  handle(_, { simulator, reply: answer }) {
    const { instance } = simulator.settings
    return answer(200, { status: 'ok', ...(instance !== undefined && { instance }) })
  },
})
