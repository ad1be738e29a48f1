/** The records of events as they are written. */
import { z } from 'zod'
import { defineForm, guid, ordinal, time } from '../../../world/records/form.ts'
import { eventNames, eventRoles } from '../rules/cloud-event.ts'
import { deliveries, deliveryStatuses } from './delivery.ts'
import { publishedEvents } from './published-event.ts'
import { deletedSubscriptions, subscriptions } from './subscription.ts'

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

export const deliveryForm = defineForm(deliveries, {
  list: 'deliveries',
  summary: 'The deliveries of events to subscribers.',
  schema: z.strictObject({
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
  }),
})

export const eventForm = defineForm(publishedEvents, {
  list: 'published.events',
  summary: 'The events.',
  schema: z.strictObject({
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
})

export const deletedSubscriptionForm = defineForm(deletedSubscriptions, {
  list: 'subscriptions.deleted',
  summary: 'Those that were deleted in the last hour.',
  schema: z.strictObject({ subscription, at: time }),
})

export const subscriptionForm = defineForm(subscriptions, {
  list: 'subscriptions.subscriptions',
  summary: 'The subscriptions.',
  schema: subscription,
})
