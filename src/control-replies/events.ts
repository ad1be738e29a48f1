/** The replies about published events. */
import { z } from 'zod'
import { deliveryStatuses } from '../areas/events/records/delivery.ts'
import { cloudEventSchema } from '../areas/events/rules/cloud-event-schema.ts'
import { environmentNames } from '../state/agenda.ts'
import { pageReply } from './page.ts'

const matchedSubscription = z.object({
  id: z.int(),
  consumer: z.string(),
  endPoint: z.string(),
  matched: z.boolean(),
  why: z.string().nullable().describe('Why it did not match.'),
  deliveries: z.array(z.object({ id: z.string(), status: z.enum(deliveryStatuses) })),
})

export type MatchedSubscription = z.output<typeof matchedSubscription>

export const publication = z.object({
  environment: z.enum(environmentNames),
  event: cloudEventSchema.describe('As it was delivered; the source is as you reach Standin.'),
  causedBy: z.string().nullable().describe('The line of the journal, of a job, that published it.'),
  subscriptions: z.array(matchedSubscription).describe('Those on the resource.'),
})

/** Source: decisions §12. */
export const eventsReply = z.object({ events: z.array(publication), ...pageReply })

const validation = z
  .object({ specversion: z.literal('1.0'), id: z.guid(), source: z.string(), type: z.string() })
  .describe('The event that validates a subscription.')

/** An event as a subscriber gets it. Source: decisions §12. */
export const messageReply = z.union([cloudEventSchema, validation])
export type EventMessage = z.output<typeof messageReply>
