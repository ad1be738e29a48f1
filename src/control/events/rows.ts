/** Control rows for published events. */
import { z } from 'zod'
import { cloudEventSchema } from '../../service/areas/events/index.ts'
import { deliveryStatuses } from '../../service/areas/events/records.ts'
import { reply } from '../../service/wire/row.ts'
import { environmentNames } from '../../service/world/records.ts'
import { pageIn, pageQuery, pageReply } from '../rows/page-query.ts'
import { defineControl } from '../rows/row.ts'

const matchedSubscription = z.object({
  id: z.int().describe('The subscription id.'),
  consumer: z.string().describe('The subscriber.'),
  endPoint: z.string().describe('The URL that receives the events: https, or http on the same machine.'),
  matched: z.boolean().describe('True if the subscription received the event.'),
  why: z.string().nullable().describe('Why the subscription did not match; null if it did.'),
  deliveries: z
    .array(
      z.object({
        id: z.string().describe('The delivery id.'),
        status: z.enum(deliveryStatuses).describe("The delivery's status. `held` means that --outbound does not allow its URL."),
      }),
    )
    .describe("The event's deliveries to this subscription."),
})

export type MatchedSubscription = z.output<typeof matchedSubscription>

export const publication = z.object({
  environment: z.enum(environmentNames).describe('The environment: test or production.'),
  event: cloudEventSchema.describe('The event as delivered.'),
  causedBy: z.string().nullable().describe('The journal line id for the call or job that published the event.'),
  subscriptions: z.array(matchedSubscription).describe('The subscriptions to the resource.'),
})

/** Source: decisions §12. */
export const eventsReply = z.object({ events: z.array(publication).describe('The events, oldest first.'), ...pageReply })

const validation = z
  .object({
    specversion: z.literal('1.0').describe('The CloudEvents version.'),
    id: z.guid().describe('The event id. Copies have the same id.'),
    source: z.string().describe("The subscription's URL."),
    type: z.string().describe('The event type, such as no.altinn.broker.published.'),
  })
  .meta({ title: 'ValidationEvent' })

/** An event in the format that subscribers receive. Source: decisions §12. */
export const messageReply = z.union([cloudEventSchema, validation])
export type EventMessage = z.output<typeof messageReply>

export const eventsFilter = z.object({
  transfer: z.string().optional().describe('Only events for the file transfer with this id.'),
  type: z.string().optional().describe('Only events of this type, such as published or no.altinn.broker.published.'),
  subject: z.string().optional().describe('Only events for this subject: an organization number, or the exact subject.'),
})
export type EventsFilter = z.output<typeof eventsFilter>

const summary = 'List published events and the subscriptions that received them'

/** Source: decisions §12. */
const listEvents = defineControl('control.listEvents', 'GET /_standin/events', {
  summary:
    'The published events in both environments, oldest first, with the subscriptions that matched, and the reasons why the other subscriptions did not',
  request: { query: z.object({ ...eventsFilter.shape, ...pageQuery }) },
  replies: { 200: reply.json(eventsReply) },
  example: { query: { type: 'published', subject: '370916446' } },
  command: {
    group: { name: 'events', summary },
    name: 'list',
    byDefault: true,
    summary,
    examples: [['standin events --type published --subject 313456781', 'Events that a recipient received when files were published']],
    list: 'events',
    columns: [
      ['TIME', '{event.time}'],
      ['TYPE', '{event.type}', { after: 'no.altinn.broker.' }],
      ['SUBJECT', '{event.subject}', { after: ':' }],
      ['TRANSFER', '{event.resourceinstance}'],
      ['SUBSCRIPTIONS', '{id} {why|deliveries.status}', { each: 'subscriptions' }],
    ],
  },

  handle: ({ query: { limit, after, ...filter } }, { knobs, reply: answer }) =>
    answer(200, knobs.events.list(filter, pageIn({ limit, after }))),
})

export const eventsRows = [listEvents] as const
