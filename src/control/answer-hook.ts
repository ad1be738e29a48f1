/** Chooses what a hook answers. */
import { z } from 'zod'
import { hookReply, hookStatuses } from '../control-replies/hooks.ts'
import { durationOption } from '../effects/options/duration-option.ts'
import { json, reply } from '../wire/row.ts'
import { defineControl } from './row.ts'
import { byHook } from './show-hook.ts'

const answerRequest = z.strictObject({
  status: z.literal(hookStatuses).optional().describe('The status of its answers; 200 when absent.'),
  delay: durationOption().optional().describe('How long it waits before it answers, in real time, such as PT1S; at once when absent.'),
})

export const answerHook = defineControl({
  id: 'control.answerHook',
  summary: 'Choose the status that a hook answers, and after which delay',
  request: { params: byHook, body: json(answerRequest) },
  replies: { 200: reply.json(hookReply) },
  example: { params: { name: 'mine' }, body: { status: 503, delay: 'PT1S' } },

  handle: ({ params, body }, { knobs, reply: answer }) => answer(200, knobs.hooks.answer(params.name, body)),
})
