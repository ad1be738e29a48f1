/** Webhook deliveries: which ones are looked for, and what is shown of them. */
import { z } from 'zod'
import { deliveryStatuses } from '../areas/events/records/delivery.ts'
import { cloudEventSchema } from '../areas/events/rules/cloud-event-schema.ts'
import { environmentNames } from '../world/agenda.ts'
import { pageReply } from './page.ts'

const validation = cloudEventSchema.pick({ specversion: true, id: true, source: true, type: true })

export const deliveryReply = z.object({
  id: z.string().describe('Its id.'),
  environment: z.enum(environmentNames).describe('The environment: test or production.'),
  kind: z.enum(['event', 'validation']).describe('Whether it is an event or the validation of an endpoint.'),
  status: z.enum(deliveryStatuses).describe('held: --outbound does not allow the address; dropped: the subscription was deleted first.'),
  made: z.iso.datetime().describe('When it was made.'),
  next: z.iso.datetime().nullable().describe('When the next attempt is due.'),
  subscription: z.int().describe('The id of the subscription.'),
  consumer: z.string().describe('Who subscribes.'),
  endPoint: z.string().describe('The address that gets the events: https, or http on the own machine.'),
  causedBy: z.string().nullable().describe('The line of the journal, of a call or job, that made it.'),
  event: z.union([cloudEventSchema, validation]).nullable().describe('As it is sent; null when Standin no longer has it.'),
  attempts: z
    .array(
      z.object({
        at: z.iso.datetime().describe('When it was made.'),
        endPoint: z.string().describe('The address that was called.'),
        status: z.int().nullable().describe('Null: there was no reply.'),
        why: z.string().nullable().describe('What was wrong; null: nothing.'),
        resent: z.boolean().describe('Whether it was asked for here.'),
      }),
    )
    .describe('The attempts, the oldest first.'),
})

export type DeliveryReply = z.output<typeof deliveryReply>

/** Source: decisions §12. */
export const deliveriesReply = z.object({ deliveries: z.array(deliveryReply).describe('The deliveries.'), ...pageReply })

export const deliveriesFilter = z.object({
  subscription: z
    .union([z.int().min(1), z.string().regex(/^[1-9]\d{0,14}$/)], 'is not the id of a subscription')
    .optional()
    .describe('Only deliveries of this subscription (its id).'),
  status: z.enum(deliveryStatuses).optional().describe('Only deliveries in this status.'),
})
export type DeliveriesFilter = z.output<typeof deliveriesFilter>
