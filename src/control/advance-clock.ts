/** Lets world time pass, and does what comes due on the way. Source: decisions §8. */
import { accountReply } from '../control-replies/clock.ts'
import { advanceTarget } from '../knobs/clock.ts'
import { json, reply } from '../wire/row.ts'
import { defineControl } from './row.ts'

export const advanceClock = defineControl({
  id: 'control.advanceClock',
  summary: 'Let world time pass, and do what comes due on the way',
  request: { body: json(advanceTarget()) },
  replies: { 200: reply.json(accountReply) },
  example: { body: { by: 'P7D' } },

  handle: async ({ body }, { knobs, call, reply: answer }) => answer(200, await knobs.advance(body, call.signal)),
})
