/** The replies about subscriptions to events. */
import { z } from 'zod'
import { environmentNames } from '../world/agenda.ts'
import { pageReply } from './page.ts'

export const subscriptionReply = z.object({
  id: z.int().describe('The id of the subscription.'),
  environment: z.enum(environmentNames).describe('The environment: test or production.'),
  consumer: z.string().describe('Who made it.'),
  endPoint: z.string().describe('The address that gets the events: https, or http on the own machine.'),
  resourceFilter: z.string().describe('The URN of the resource, in lower case.'),
  subjectFilter: z
    .string()
    .nullable()
    .describe('The URN of the organization that the events are for. Only a service owner may leave it out.'),
  typeFilter: z.string().nullable().describe('One exact event type. Absent: all.'),
  created: z.iso.datetime().describe('When it was made.'),
  validated: z.iso.datetime().nullable().describe('Null: its endpoint was not validated, and gets no events.'),
})

export type SubscriptionReply = z.output<typeof subscriptionReply>

/** Source: decisions §12. */
export const subscriptionsReply = z.object({ subscriptions: z.array(subscriptionReply).describe('The subscriptions.'), ...pageReply })
