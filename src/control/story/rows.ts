/** The control row for stories, and the schemas for their entries. */
import { z } from 'zod'
import { reply } from '../../service/wire/row.ts'
import { environmentNames } from '../../service/world/records.ts'
import { time } from '../clock/knob.ts'
import { pageIn, pageQuery, pageReply } from '../rows/page-query.ts'
import { defineControl } from '../rows/row.ts'

export const storyEntry = z.object({
  at: z.iso.datetime().describe('When this happened, or is due.'),
  kind: z.enum(['call', 'job', 'booking', 'message', 'event', 'delivery']).describe('The kind of entry.'),
  id: z.string().describe('The id of the journal line, booking, message, event or delivery.'),
  environment: z.enum(environmentNames).describe('The environment: test or production.'),
  what: z.string().describe("The operation, the job, the message's channel, the event's type, or the endpoint."),
  status: z.string().nullable().describe("The call's, message's or delivery's status; null for other entries."),
  why: z.string().nullable().describe('The reason for the reply to a call, or the result of a job.'),
  record: z
    .object({
      type: z.enum(['shipment', 'fileTransfer', 'delivery', 'serviceOwner']).describe('The kind of record.'),
      id: z.string().describe('The record id.'),
      position: z.int().optional().describe("For a message: the recipient's position in the delivery manifest, starting at 0."),
      status: z.string().optional().describe("The record's status after the job."),
    })
    .nullable()
    .describe('The record that the entry concerns.'),
  causedBy: z.string().nullable().describe('The journal line id for the call or job that caused this.'),
})

export type StoryEntry = z.output<typeof storyEntry>

export const storyReply = z.object({
  id: z.string().describe('The id or name in the request.'),
  story: z.array(storyEntry).describe('Past events and booked jobs, in chronological order.'),
  names: z.array(z.string()).describe('The ids of the records that belong to the story.'),
  ...pageReply,
})

export const timelineReply = z.object({
  now: z.iso.datetime().describe('The current world time.'),
  timeline: z.array(storyEntry).describe('The jobs that have run, and those that are booked.'),
  ...pageReply,
  dropped: z.int().describe('The number of job lines that were dropped to make room for newer ones.'),
})

export const timelineFilter = z.object({
  from: time().optional().describe('Only entries at this time or later.'),
  to: time().optional().describe('Only entries before this time.'),
})
export type TimelineFilter = z.output<typeof timelineFilter>

const showStory = defineControl('control.showStory', 'GET /_standin/story/{id}', {
  summary:
    'Everything that happened to a call, trace, order, idempotencyId, shipment, file transfer, recipient, event or delivery, or as a result of it, in chronological order',
  request: {
    params: z.object({
      id: z
        .string()
        .min(1)
        .max(300)
        .describe('The id or name of a call, trace, order, idempotencyId, shipment, file transfer, recipient, event or delivery.'),
    }),
    query: z.object(pageQuery),
  },
  replies: { 200: reply.json(storyReply) },
  example: { params: { id: '17' } },
  command: {
    group: { name: 'journal' },
    name: 'story',
    summary: 'Show what happened to a call, a record or a recipient, and what happened as a result',
    examples: [['standin journal story case-1', 'Show the story for the order with this idempotencyId']],
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
