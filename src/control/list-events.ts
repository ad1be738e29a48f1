/** Lists what was published, and to whom it went. */
import { z } from 'zod'
import { deliveryStatuses } from '../state/events/delivery.ts'
import { cloudEventSchema } from '../wire/events/cloud-event.ts'
import { reply } from '../wire/row.ts'
import { defineControl } from './row.ts'

const query = z.object({
  transfer: z.string().optional().describe('The fileTransferId.'),
  type: z.string().optional().describe('As no.altinn.broker.published, or published alone.'),
  subject: z.string().optional().describe('Of an organization: its number, or its URN.'),
})

const publication = z.object({
  environment: z.enum(['test', 'production']),
  event: cloudEventSchema.describe('As it was delivered; the source is as you reach Standin.'),
  subscriptions: z
    .array(
      z.object({
        id: z.int(),
        consumer: z.string(),
        endPoint: z.string(),
        matched: z.boolean(),
        why: z.string().nullable().describe('Why it did not match.'),
        deliveries: z.array(z.object({ id: z.string(), status: z.enum(deliveryStatuses) })),
      }),
    )
    .describe('Those on the resource.'),
})

/** Source: decisions §12. */
export const listEvents = defineControl({
  id: 'control.listEvents',
  method: 'GET',
  path: '/_standin/events',
  summary: 'What was published, and which subscriptions matched or why not, in both environments, oldest first',
  request: { query },
  replies: { 200: reply.json(z.object({ events: z.array(publication), total: z.int() })) },
  example: { query: { type: 'published', subject: '370916446' } },

  handle({ query: filter }, { knobs, address, simulator, reply: answer }) {
    const base = `${simulator.settings.publicUrl ?? address.origin}${address.prefix}`
    const events = knobs.events.list(filter, base).map(({ subscriptions, ...published }) => ({
      ...published,
      subscriptions: subscriptions.map(({ deliveries, ...subscription }) => ({ ...subscription, deliveries: [...deliveries] })),
    }))
    return answer(200, { events, total: events.length })
  },
})
