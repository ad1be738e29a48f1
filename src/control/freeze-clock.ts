/** Stops the clock of a world. */
import { clockReply } from '../control-replies/clock.ts'
import { reply } from '../wire/row.ts'
import { defineControl } from './row.ts'

export const freezeClock = defineControl({
  id: 'control.freezeClock',
  summary: 'Stop the clock',
  request: {},
  replies: { 200: reply.json(clockReply) },

  handle: (_, { knobs, reply: answer }) => answer(200, knobs.clock.freeze()),
})
