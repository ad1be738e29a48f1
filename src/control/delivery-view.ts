/** Deliveries as they are shown. */
import { z } from 'zod'
import type { DeliveryLine } from '../knobs/deliveries.ts'
import { deliveryStatuses } from '../state/events/delivery.ts'
import { cloudEventSchema } from '../wire/events/cloud-event.ts'
import { zulu } from '../wire/values/timestamp.ts'

const validation = cloudEventSchema.pick({ specversion: true, id: true, source: true, type: true })

export const deliveryReply = z.object({
  id: z.string(),
  environment: z.enum(['test', 'production']),
  kind: z.enum(['event', 'validation']),
  status: z.enum(deliveryStatuses).describe('held: --outbound does not allow the address; dropped: the subscription was deleted first.'),
  made: z.iso.datetime(),
  next: z.iso.datetime().nullable().describe('When the next attempt is due.'),
  subscription: z.int(),
  consumer: z.string(),
  endPoint: z.string(),
  event: z.union([cloudEventSchema, validation]).nullable().describe('As it lies on the wire; null once it is forgotten.'),
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

export const deliveryView = ({ made, next, attempts, ...delivery }: DeliveryLine): z.output<typeof deliveryReply> => ({
  ...delivery,
  event: delivery.event as z.output<typeof deliveryReply>['event'],
  made: zulu(made),
  next: next === null ? null : zulu(next),
  attempts: attempts.map(({ at, ...attempt }) => ({ ...attempt, at: zulu(at) })),
})
