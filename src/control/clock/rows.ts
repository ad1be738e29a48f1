/** Control rows for the clock. */
import { z } from 'zod'
import { json, reply } from '../../service/wire/row.ts'
import { environmentNames } from '../../service/world/records.ts'
import { pageIn, pageQuery } from '../rows/page-query.ts'
import { defineControl, optionalJson } from '../rows/row.ts'
import { timelineFilter, timelineReply } from '../story/rows.ts'
import { advanceTarget, clockSpeed } from './knob.ts'

/** The result of a single job. Other members describe what happened. */
const happening = z.looseObject({
  at: z.iso.datetime().describe("The time on the world's clock."),
  what: z.string().describe('The job or event name.'),
  id: z.string().optional().describe("The affected record's id."),
})

export const accountReply = z.object({
  now: z.iso.datetime().describe('The current world time.'),
  happened: z.array(happening).describe('The first events, in chronological order.'),
  total: z.int().describe('The total number of events.'),
  counts: z.record(z.string(), z.int()).describe('The number of events of each kind.'),
  settled: z.boolean().describe('True if the service has no work left.'),
  booked: z
    .array(
      z.object({
        what: z.string().describe("The job's name."),
        count: z.int().describe('The number of bookings.'),
        from: z.iso.datetime().describe('When the first booking is due.'),
        until: z.iso.datetime().describe('When the last booking is due.'),
      }),
    )
    .describe('The jobs that are still booked, grouped by name, in order of due time.'),
})

export type Account = z.output<typeof accountReply>

export const booking = z.object({
  at: z.iso.datetime().describe("The time on the world's clock."),
  what: z.string().describe("The job's name."),
  environment: z.enum(environmentNames).describe('The environment: test or production.'),
  cause: z.string().describe('The call or job that booked this job.'),
  data: z.record(z.string(), z.unknown()).describe("The job's input."),
})

export const clockReply = z.object({
  now: z.iso.datetime().describe('The current world time.'),
  mode: z.enum(['real', 'frozen']).describe('`real` if the clock is running, `frozen` if it is stopped.'),
  speed: z.number().describe('World seconds per real second. At 60, a minute passes per second.'),
  lead: z.int().describe("Milliseconds by which world time is ahead of the machine's clock, because that clock was set back."),
  pace: z.string().describe("The service's pace, which determines how long its steps take."),
  next: z.iso.datetime().nullable().describe('When the next job is due.'),
  pending: z.array(booking).describe('The next 100 booked jobs, earliest first.'),
  total: z.int().describe('The total number of booked jobs.'),
})

export type ClockReply = z.output<typeof clockReply>

const group = { name: 'clock', summary: 'Show, advance, stop or start the clock' } as const

const showClock = defineControl('control.showClock', 'GET /_standin/clock', {
  summary: 'The clock and its booked jobs',
  replies: { 200: reply.json(clockReply) },
  command: { group, name: 'show', summary: 'Show the time and the booked jobs', byDefault: true },

  handle: (_, { knobs, reply: answer }) => answer(200, knobs.clock.show()),
})

const freezeClock = defineControl('control.freezeClock', 'POST /_standin/clock/freeze', {
  world: 'made',
  summary: 'Stop the clock',
  replies: { 200: reply.json(clockReply) },
  command: { group, name: 'freeze' },

  handle: (_, { knobs, reply: answer }) => answer(200, knobs.clock.freeze()),
})

const resumeClock = defineControl('control.resumeClock', 'POST /_standin/clock/resume', {
  world: 'made',
  summary: 'Start the clock',
  request: {
    body: optionalJson(z.strictObject({ speed: clockSpeed().optional().describe('World seconds per real second. Default: 1.') })),
  },
  replies: { 200: reply.json(clockReply) },
  example: { body: { speed: 60 } },
  command: { group, name: 'resume', examples: [['standin clock resume --speed 60', 'One minute per second']] },

  handle: ({ body }, { knobs, reply: answer }) => answer(200, knobs.clock.resume(body)),
})

const advanceClock = defineControl('control.advanceClock', 'POST /_standin/clock/advance', {
  world: 'made',
  summary: 'Advance world time and run the jobs that come due',
  request: { body: json(advanceTarget()) },
  replies: { 200: reply.json(accountReply) },
  example: { body: { by: 'P7D' } },
  command: {
    group,
    name: 'advance',
    summary: 'Advance time and list what happened',
    words: ['by'],
    names: { by: 'duration' },
    options: {
      by: 'The duration to advance by, such as 10m, 7d or P7D',
      to: 'The time to advance to, such as 2026-12-01T08:00:00Z',
      until: '"settled": advance until the service has no work left',
      atMost: 'The maximum duration, with --until settled',
      limit: 'The maximum number of events to list',
    },
    exactlyOne: { duration: '<duration>', to: '--to <time>', until: '--until settled' },
    goesWith: { atMost: 'until' },
    examples: [
      ['standin clock advance 7d', 'Advance by a week'],
      ['standin clock advance --until settled', 'Let the service finish its work'],
    ],
  },

  handle: async ({ body }, { knobs, call, reply: answer }) => answer(200, await knobs.advance(body, call.signal)),
})

const showTimeline = defineControl('control.showTimeline', 'GET /_standin/clock/timeline', {
  summary: 'The jobs that have run and those that are booked, in chronological order',
  request: { query: z.object({ ...timelineFilter.shape, ...pageQuery }) },
  replies: { 200: reply.json(timelineReply) },
  example: { query: { from: '2026-06-01T00:00:00Z', to: '2026-07-01T00:00:00Z' } },

  handle: ({ query: { limit, after, ...filter } }, { knobs, reply: answer }) =>
    answer(200, knobs.timeline.show(filter, pageIn({ limit, after }))),
})

export const clockRows = [showClock, freezeClock, resumeClock, advanceClock, showTimeline] as const
