/** The clock of a world: show, stop, run and move it. */
import { z } from 'zod'
import { json, reply } from '../../service/wire/row.ts'
import { environmentNames } from '../../service/world/records.ts'
import { pageIn, pageQuery } from '../rows/page-query.ts'
import { defineControl, optionalJson } from '../rows/row.ts'
import { timelineFilter, timelineReply } from '../story/rows.ts'
import { advanceTarget, clockSpeed } from './advance-target.ts'

/** What one job did. `id` names the record that the job worked on; other members are facts about it. */
const happening = z.looseObject({
  at: z.iso.datetime().describe('When, on the clock of the world.'),
  what: z.string().describe('The name of the job, or what happened.'),
  id: z.string().optional().describe('What it happened to.'),
})

/** `happened` lists the first happenings in order; `counts` counts all of them by job. `booked`: what is left. */
export const accountReply = z.object({
  now: z.iso.datetime().describe('The time of the world.'),
  happened: z.array(happening).describe('What happened, in the order of time.'),
  total: z.int().describe('How many there are in all.'),
  counts: z.record(z.string(), z.int()).describe('How often each thing happened.'),
  settled: z.boolean().describe('True if the service has no work left: no working step is booked.'),
  booked: z
    .array(
      z.object({
        what: z.string().describe('The name of the job.'),
        count: z.int().describe('How many such jobs are booked.'),
        from: z.iso.datetime().describe('When the first of them comes due.'),
        until: z.iso.datetime().describe('When the last of them comes due.'),
      }),
    )
    .describe('What is still booked, by job, in the order in which the jobs come due.'),
})

export type Account = z.output<typeof accountReply>

export const booking = z.object({
  at: z.iso.datetime().describe('When, on the clock of the world.'),
  what: z.string().describe('The name of the job, or what happened.'),
  environment: z.enum(environmentNames).describe('The environment: test or production.'),
  cause: z.string().describe('What booked it.'),
  data: z.record(z.string(), z.unknown()).describe('What the job works on.'),
})

/** `speed`: world seconds per real second. `pending` lists the next 100 bookings; `total` counts all of them. */
export const clockReply = z.object({
  now: z.iso.datetime().describe('The time of the world.'),
  mode: z.enum(['real', 'frozen']).describe('Whether the clock runs or stands.'),
  speed: z.number().describe('How fast the clock runs: 60 means that a minute passes in a second.'),
  lead: z.int().describe('Milliseconds by which the world is ahead of the machine, because the clock of the machine was set back.'),
  pace: z.string().describe('How long the service takes for its steps.'),
  next: z.iso.datetime().nullable().describe('When the next thing comes due.'),
  pending: z.array(booking).describe('What is booked, the earliest first.'),
  total: z.int().describe('How many there are in all.'),
})

export type ClockReply = z.output<typeof clockReply>

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
  command: {
    group,
    name: 'advance',
    summary: 'Let time pass, and list what happened',
    words: ['by'],
    names: { by: 'duration' },
    options: {
      by: 'How far, such as 10m, 7d or P7D',
      to: 'To this time, such as 2026-12-01T08:00:00Z',
      until: 'Until "settled": until the service has no work left',
      atMost: 'With --until settled: how far at most',
      limit: 'List at most this many happenings',
    },
    exactlyOne: { duration: '<duration>', to: '--to <time>', until: '--until settled' },
    goesWith: { atMost: 'until' },
    examples: [
      ['standin clock advance 7d', 'A week passes'],
      ['standin clock advance --until settled', 'The service finishes its work'],
    ],
  },

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
