/** Published events: which ones are looked for, and what is shown of them. */
import { z } from 'zod'
import { deliveryStatuses } from '../../service/areas/events/records/delivery.ts'
import { cloudEventSchema } from '../../service/areas/events/rules/event-query.ts'
import { reply } from '../../service/wire/row.ts'
import { environmentNames } from '../../service/world/records.ts'
import { pageIn, pageQuery, pageReply } from '../rows/page-query.ts'
import { defineControl } from '../rows/row.ts'

const matchedSubscription = z.object({
  id: z.int().describe('The id of the subscription.'),
  consumer: z.string().describe('Who subscribes.'),
  endPoint: z.string().describe('The address that gets the events: https, or http on the own machine.'),
  matched: z.boolean().describe('Whether the subscription got the event.'),
  why: z.string().nullable().describe('Why it did not match.'),
  deliveries: z
    .array(
      z.object({
        id: z.string().describe('Its id.'),
        status: z
          .enum(deliveryStatuses)
          .describe('Whether it waits, was delivered, failed, or is held because its address must not be called.'),
      }),
    )
    .describe('The deliveries.'),
})

export type MatchedSubscription = z.output<typeof matchedSubscription>

export const publication = z.object({
  environment: z.enum(environmentNames).describe('The environment: test or production.'),
  event: cloudEventSchema.describe('As it was delivered.'),
  causedBy: z.string().nullable().describe('The line of the journal, of a job, that published it.'),
  subscriptions: z.array(matchedSubscription).describe('Those on the resource.'),
})

/** Source: decisions §12. */
export const eventsReply = z.object({ events: z.array(publication).describe('The events, the oldest first.'), ...pageReply })

const validation = z
  .object({
    specversion: z.literal('1.0').describe('The version of CloudEvents.'),
    id: z.guid().describe('The id of the event. Copies have the same one.'),
    source: z.string().describe('The address of the subscription.'),
    type: z.string().describe('The event type, such as no.altinn.broker.published.'),
  })
  .meta({ title: 'ValidationEvent' })

/** An event as a subscriber gets it. Source: decisions §12. */
export const messageReply = z.union([cloudEventSchema, validation])
export type EventMessage = z.output<typeof messageReply>

export const eventsFilter = z.object({
  transfer: z.string().optional().describe('Only events of this file transfer (its id).'),
  type: z.string().optional().describe('Only events of this type, such as published or no.altinn.broker.published.'),
  subject: z.string().optional().describe('Only events for this subject: the number of an organization, or the subject as it is written.'),
})
export type EventsFilter = z.output<typeof eventsFilter>

const summary = 'List the events that were published, and the subscriptions that got them'

/** Source: decisions §12. */
const listEvents = defineControl({
  id: 'control.listEvents',
  method: 'GET',
  path: '/_standin/events',
  summary: 'The events that were published, and which subscriptions matched or why not, in both environments, oldest first',
  request: { query: z.object({ ...eventsFilter.shape, ...pageQuery }) },
  replies: { 200: reply.json(eventsReply) },
  example: { query: { type: 'published', subject: '370916446' } },
  command: {
    group: { name: 'events', summary },
    name: 'list',
    byDefault: true,
    summary,
    examples: [['standin events --type published --subject 313456781', 'The events that a recipient got when files were published']],
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
