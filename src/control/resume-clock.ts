/** Lets the clock of a world run, at a speed. */
import { z } from 'zod'
import { clockReply } from '../control-replies/clock.ts'
import { clockSpeed } from '../knobs/clock.ts'
import { reply } from '../wire/row.ts'
import { defineControl, optionalJson } from './row.ts'

const request = z.strictObject({
  speed: clockSpeed().optional().describe('World seconds a real second; 1 when absent.'),
})

export const resumeClock = defineControl({
  id: 'control.resumeClock',
  summary: 'Let the clock run',
  request: { body: optionalJson(request) },
  replies: { 200: reply.json(clockReply) },
  example: { body: { speed: 60 } },

  handle: ({ body }, { knobs, reply: answer }) => answer(200, knobs.clock.resume(body)),
})
