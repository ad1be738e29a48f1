/** Stops the clock of a world. */
import { reply } from '../wire/row.ts'
import { clockReply, clockView } from './clock-view.ts'
import { defineControl } from './row.ts'

export const freezeClock = defineControl({
  id: 'control.freezeClock',
  method: 'POST',
  path: '/_standin/clock/freeze',
  summary: 'Stop the clock',
  request: {},
  replies: { 200: reply.json(clockReply) },

  handle(_, { knobs, reply: answer }) {
    knobs.world.clock.freeze()
    return answer(200, clockView(knobs.world))
  },
})
