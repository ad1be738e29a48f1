/** The replies that tell what happened, one entry for each thing, in the order of time. */
import { z } from 'zod'
import { readTimestamp } from '../wire/values/timestamp.ts'
import { environmentNames } from '../world/agenda.ts'
import { pageReply } from './page.ts'

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

const time = () =>
  z
    .string()
    .refine((text) => readTimestamp(text) !== undefined, { error: 'This is not a time, such as 2026-12-01T08:00:00Z' })
    .meta({ format: 'date-time' })

export const timelineFilter = z.object({
  from: time().optional().describe('What happens at this time or later.'),
  to: time().optional().describe('What happens before this time.'),
})
export type TimelineFilter = z.output<typeof timelineFilter>
