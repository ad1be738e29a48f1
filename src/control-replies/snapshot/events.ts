/** Published events, subscriptions and deliveries in a snapshot. */
import { z } from 'zod'
import { deliveryStatuses } from '../../areas/events/records/delivery.ts'
import { eventNames, eventRoles } from '../../areas/events/rules/cloud-event.ts'
import { kept } from './kept.ts'
import { count, guid, ordinal, time } from './values.ts'

export const published = z.strictObject({
  latest: count,
  events: z.array(
    z.strictObject({
      number: ordinal,
      id: guid,
      name: z.enum(eventNames),
      at: time,
      resourceId: z.string(),
      fileTransferId: guid,
      orgNo: z.string(),
      role: z.enum(eventRoles),
      cause: z.string().optional(),
    }),
  ),
})

const subscription = z.strictObject({
  id: ordinal,
  endPoint: z.string(),
  resourceFilter: z.string(),
  subjectFilter: z.string().nullable(),
  typeFilter: z.string().nullable(),
  includeSubunits: z.boolean(),
  consumer: z.string(),
  orgNo: z.string().optional(),
  base: z.string(),
  created: time,
  validated: time.nullable(),
})

export const subscriptions = z.strictObject({
  latest: count,
  subscriptions: z.array(subscription),
  deleted: z.array(z.strictObject({ subscription, at: time })).describe('Those of the last hour.'),
})

export const delivery = z.strictObject({
  id: z.string(),
  made: time,
  subscription: ordinal,
  consumer: z.string(),
  endPoint: z.string(),
  base: z.string(),
  eventId: z.string(),
  event: ordinal.nullable().describe('Null: the validation of the subscription.'),
  status: z.enum(deliveryStatuses),
  next: time.nullable(),
  cause: z.string().optional(),
  attempts: z.array(
    z.strictObject({
      at: time,
      endPoint: z.string(),
      status: z.int().nullable(),
      why: z.string().nullable(),
      resent: z.boolean(),
    }),
  ),
})

/** In a folder that keeps worlds. */
export const keptEvents = {
  event: kept(published.shape.events.element),
  subscription: kept(subscription),
  deletedSubscription: kept(subscriptions.shape.deleted.element),
  delivery: kept(delivery),
}
