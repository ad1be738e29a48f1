/** The stored formats of events, subscriptions and deliveries. */
import { z } from 'zod'
import { defineForm, ordinal, time } from '../../world/record-form.ts'
import { eventNames, eventRoles } from './cloud-events/cloud-event.ts'
import { brokerEvent } from './cloud-events/stored-event.ts'
import { deliveries, deliveryStatuses } from './records/deliveries.ts'
import { publishedEvents } from './records/published-events.ts'
import { deletedSubscriptions, subscriptions } from './records/subscriptions.ts'

const subscription = z.strictObject({
  id: ordinal,
  endPoint: z.string(),
  sourceFilter: z.string().optional(),
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
  summary: 'Event deliveries to subscribers.',
  schema: z.strictObject({
    id: z.string(),
    made: time,
    subscription: ordinal,
    consumer: z.string(),
    endPoint: z.string(),
    base: z.string(),
    eventId: z.string(),
    event: ordinal.nullable().describe("`null` for the subscription's validation."),
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

/** Version 1 contained only broker events, without their JSON. */
const earlierEvent = z.object({
  number: z.int(),
  id: z.string(),
  name: z.enum(eventNames),
  at: z.number(),
  resourceId: z.string(),
  fileTransferId: z.string(),
  orgNo: z.string(),
  role: z.enum(eventRoles),
  cause: z.string().optional(),
})

/** Adds the JSON to a version 1 event. Returns any other value unchanged. */
export function withText(record: unknown): unknown {
  const earlier = earlierEvent.safeParse(record)
  if (!earlier.success) return record
  const { number, cause, ...facts } = earlier.data
  return { number, ...brokerEvent(facts, ''), ...(cause !== undefined && { cause }) }
}

export const eventForm = defineForm(publishedEvents, {
  list: 'published.events',
  summary: 'The events.',
  schema: z.strictObject({
    number: ordinal,
    id: z.string(),
    source: z.string(),
    type: z.string(),
    resource: z.string(),
    instance: z.string().nullable().describe('The resource instance. In broker events: the file transfer.'),
    subject: z.string().nullable(),
    alternativeSubject: z.string().nullable(),
    at: time,
    text: z.string().describe('The text as delivered.'),
    again: z.literal(true).optional().describe('Set if an event with the same id and source was published before.'),
    org: z.string().optional().describe('The organization that sent the file. Only in broker events.'),
    recipient: z.string().optional().describe('The recipient that receives the event. Only in broker events.'),
    cause: z.string().optional(),
  }),
  // Version 3 adds optional `org` and `recipient` to broker events.
  upgrades: [withText, (event) => event],
})

export const deletedSubscriptionForm = defineForm(deletedSubscriptions, {
  list: 'subscriptions.deleted',
  summary: 'Subscriptions deleted in the last hour.',
  schema: z.strictObject({ subscription, at: time }),
  // Version 2 adds an optional `sourceFilter`.
  upgrades: [(deleted) => deleted],
})

export const subscriptionForm = defineForm(subscriptions, {
  list: 'subscriptions.subscriptions',
  summary: 'The subscriptions.',
  schema: subscription,
  // Version 2 adds an optional `sourceFilter`.
  upgrades: [(earlier) => earlier],
})
