/** The clock of a world: show, stop, run and move it. */

import { z } from 'zod'
import { accountReply, clockReply } from '../control-replies/clock.ts'
import { timelineFilter, timelineReply } from '../control-replies/story.ts'
import { advanceTarget, clockSpeed } from '../knobs/clock.ts'
import { json, reply } from '../wire/row.ts'
import { pageIn, pageQuery } from './page-query.ts'
import { defineControl, optionalJson } from './row.ts'

const group = { name: 'clock', summary: 'Show the clock, advance it, stop it, or let it run' } as const

const showClock = defineControl({
  id: 'control.showClock',
  method: 'GET',
  path: '/_standin/clock',
  summary: 'The clock and its bookings',
  request: {},
  replies: { 200: reply.json(clockReply) },
  command: { group, name: 'show', summary: 'Show the time, and the jobs that are booked', byDefault: true },

  handle: (_, { knobs, reply: answer }) => answer(200, knobs.clock.show()),
})

const freezeClock = defineControl({
  id: 'control.freezeClock',
  method: 'POST',
  path: '/_standin/clock/freeze',
  world: 'made',
  summary: 'Stop the clock',
  request: {},
  replies: { 200: reply.json(clockReply) },
  command: { group, name: 'freeze' },

  handle: (_, { knobs, reply: answer }) => answer(200, knobs.clock.freeze()),
})

const request = z.strictObject({
  speed: clockSpeed().optional().describe('World seconds a real second; 1 when absent.'),
})

const resumeClock = defineControl({
  id: 'control.resumeClock',
  method: 'POST',
  path: '/_standin/clock/resume',
  world: 'made',
  summary: 'Let the clock run',
  request: { body: optionalJson(request) },
  replies: { 200: reply.json(clockReply) },
  example: { body: { speed: 60 } },
  command: { group, name: 'resume', examples: [['standin clock resume --speed 60', 'One minute per second']] },

  handle: ({ body }, { knobs, reply: answer }) => answer(200, knobs.clock.resume(body)),
})

const advanceClock = defineControl({
  id: 'control.advanceClock',
  method: 'POST',
  path: '/_standin/clock/advance',
  world: 'made',
  summary: 'Let world time pass, and do what comes due on the way',
  request: { body: json(advanceTarget()) },
  replies: { 200: reply.json(accountReply) },
  example: { body: { by: 'P7D' } },

  handle: async ({ body }, { knobs, call, reply: answer }) => answer(200, await knobs.advance(body, call.signal)),
})

const showTimeline = defineControl({
  id: 'control.showTimeline',
  method: 'GET',
  path: '/_standin/clock/timeline',
  summary: 'The jobs that ran and those that are booked, in the order of time',
  request: { query: z.object({ ...timelineFilter.shape, ...pageQuery }) },
  replies: { 200: reply.json(timelineReply) },
  example: { query: { from: '2026-06-01T00:00:00Z', to: '2026-07-01T00:00:00Z' } },

  handle: ({ query: { limit, after, ...filter } }, { knobs, reply: answer }) =>
    answer(200, knobs.timeline.show(filter, pageIn({ limit, after }))),
})

export const clockRows = [showClock, freezeClock, resumeClock, advanceClock, showTimeline] as const
