/** Tells what happened to a record, a call or a name. */
import { z } from 'zod'
import { reply } from '../../service/wire/row.ts'
import { environmentNames } from '../../service/world/records.ts'
import { time } from '../clock/advance-target.ts'
import { pageIn, pageQuery, pageReply } from '../rows/page-query.ts'
import { defineControl } from '../rows/row.ts'

export const storyKinds = ['call', 'job', 'booking', 'message', 'event', 'delivery'] as const
export const recordTypes = ['shipment', 'fileTransfer', 'delivery', 'serviceOwner'] as const

/** A thing that happened, or that is booked. */
export const storyEntry = z.object({
  at: z.iso.datetime().describe('When it happened, or when it is due.'),
  kind: z.enum(storyKinds).describe('What kind of thing it is.'),
  id: z.string().describe('Of the line of the journal, the booking, the message in the outbox, the event or the delivery.'),
  environment: z.enum(environmentNames).describe('The environment: test or production.'),
  what: z.string().describe('The operation, the job, the channel of the message, the type of the event, or the endpoint.'),
  status: z.string().nullable().describe('Of a call, a message or a delivery.'),
  why: z.string().nullable().describe('Why a call was answered so, or what a job did.'),
  record: z
    .object({
      type: z.enum(recordTypes).describe('The kind of record.'),
      id: z.string().describe('The id of the record.'),
      position: z.int().optional().describe('Of a message: that of its recipient in the delivery manifest, counted from 0.'),
      status: z.string().optional().describe('The status that a job left it in.'),
    })
    .nullable()
    .describe('The record that it works on.'),
  causedBy: z.string().nullable().describe('The line of the journal, of a call or job, that caused it.'),
})

export type StoryEntry = z.output<typeof storyEntry>

export const storyReply = z.object({
  id: z.string().describe('What was asked for.'),
  story: z.array(storyEntry).describe('What happened and what is booked, in the order of time.'),
  names: z.array(z.string()).describe('The ids of records that belong to the story.'),
  ...pageReply,
})

export const timelineReply = z.object({
  now: z.iso.datetime().describe('The time of the world.'),
  timeline: z.array(storyEntry).describe('The jobs that ran, and what is booked.'),
  ...pageReply,
  dropped: z.int().describe('How many lines of jobs made room for newer ones.'),
})

export const timelineFilter = z.object({
  from: time().optional().describe('What happens at this time or later.'),
  to: time().optional().describe('What happens before this time.'),
})
export type TimelineFilter = z.output<typeof timelineFilter>

const showStory = defineControl({
  id: 'control.showStory',
  method: 'GET',
  path: '/_standin/story/{id}',
  summary:
    'Everything that belongs to an id or a name, in the order of time: a call, a trace, an order, an idempotencyId, a shipment, a file transfer, a recipient, an event or a delivery',
  request: {
    params: z.object({
      id: z
        .string()
        .min(1)
        .max(300)
        .describe('A call, trace, order, idempotencyId, shipment, file transfer, recipient, event or delivery.'),
    }),
    query: z.object(pageQuery),
  },
  replies: { 200: reply.json(storyReply) },
  example: { params: { id: '17' } },
  command: {
    group: { name: 'journal' },
    name: 'story',
    summary: 'Tell what happened to a call, a record or a recipient, and because of it',
    examples: [['standin journal story case-1', 'What became of the order with this idempotencyId']],
    list: 'story',
    columns: [
      ['', '{at}'],
      ['', '{kind}'],
      ['', '{id}'],
      ['', '{what}'],
      ['', '{status}[{!status}-]', 'status'],
      ['', '[by {causedBy}]'],
      ['', '{why}'],
    ],
  },

  handle: ({ params, query }, { knobs, reply: answer }) => answer(200, knobs.story.of(params.id, pageIn(query))),
})

export const storyRows = [showStory] as const
