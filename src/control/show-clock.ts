/** Shows the clock of a world and its bookings. */
import { clockReply } from '../control-replies/clock.ts'
import { reply } from '../wire/row.ts'
import { defineControl } from './row.ts'

export const showClock = defineControl({
  id: 'control.showClock',
  summary: 'The clock and its bookings',
  request: {},
  replies: { 200: reply.json(clockReply) },

  handle: (_, { knobs, reply: answer }) => answer(200, knobs.clock.show()),
})
