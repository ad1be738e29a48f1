/** The replies about webhook deliveries. */
import { z } from 'zod'
import { deliveryStatuses } from '../areas/events/records/delivery.ts'
import { cloudEventSchema } from '../areas/events/rules/cloud-event-schema.ts'
import { environmentNames } from '../state/agenda.ts'
import { pageReply } from './page.ts'

const validation = cloudEventSchema.pick({ specversion: true, id: true, source: true, type: true })

export const deliveryReply = z.object({
  id: z.string(),
  environment: z.enum(environmentNames),
  kind: z.enum(['event', 'validation']),
  status: z.enum(deliveryStatuses).describe('held: --outbound does not allow the address; dropped: the subscription was deleted first.'),
  made: z.iso.datetime(),
  next: z.iso.datetime().nullable().describe('When the next attempt is due.'),
  subscription: z.int(),
  consumer: z.string(),
  endPoint: z.string(),
  causedBy: z.string().nullable().describe('The line of the journal, of a call or job, that made it.'),
  event: z.union([cloudEventSchema, validation]).nullable().describe('As it is sent; null when Standin no longer has it.'),
  attempts: z.array(
    z.object({
      at: z.iso.datetime(),
      endPoint: z.string(),
      status: z.int().nullable().describe('Null: there was no reply.'),
      why: z.string().nullable().describe('What was wrong; null: nothing.'),
      resent: z.boolean().describe('Whether it was asked for here.'),
    }),
  ),
})

export type DeliveryReply = z.output<typeof deliveryReply>

/** Source: decisions §12. */
export const deliveriesReply = z.object({ deliveries: z.array(deliveryReply), ...pageReply })
