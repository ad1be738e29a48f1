/** The events that were published. */
import { z } from 'zod'
import { eventsFilter, eventsReply } from '../control-replies/events.ts'
import { reply } from '../wire/row.ts'
import { pageIn, pageQuery } from './page-query.ts'
import { defineControl } from './row.ts'

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
    name: 'events',
    summary: 'List the events that were published, and the subscriptions that got them',
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

  handle: ({ query: { limit, after, ...filter } }, { knobs, base, reply: answer }) =>
    answer(200, knobs.events.list(filter, base, pageIn({ limit, after }))),
})

export const eventsRows = [listEvents] as const
