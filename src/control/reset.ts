/** Brings one world, or all of this server, back to their start, except for the parts to keep. */
import { z } from 'zod'
import { keepable } from '../engine/worlds.ts'
import { reply } from '../wire/row.ts'
import { defineControl, optionalJson } from './row.ts'

const request = z.strictObject({ keep: z.array(z.enum(keepable)).optional(), all: z.boolean().optional() })

export const reset = defineControl({
  id: 'control.reset',
  summary: 'Bring the world back to its start, except for the parts to keep',
  request: { body: optionalJson(request) },
  whileClosed: true,
  replies: { 204: reply.empty() },
  isDestructive: true,
  example: { body: { keep: ['scenarios'] } },

  handle({ body }, { simulator, knobs, reply: answer }) {
    const { reset: bringBack } = body?.all ? { reset: simulator.resetAll } : knobs
    bringBack(body?.keep)
    return answer(204, undefined)
  },
})
