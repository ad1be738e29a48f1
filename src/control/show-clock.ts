/** Shows what the clock of a world says, and what is booked on it. */
import { reply } from '../wire/row.ts'
import { clockReply, clockView } from './clock-view.ts'
import { defineControl } from './row.ts'

export const showClock = defineControl({
  id: 'control.showClock',
  method: 'GET',
  path: '/_standin/clock',
  summary: 'What the clock says, and what is booked on it',
  request: {},
  replies: { 200: reply.json(clockReply) },

  handle: (_, { knobs, reply: answer }) => answer(200, clockView(knobs.world)),
})
