/** The replies about subscriptions to events. */
import { z } from 'zod'
import { environmentNames } from '../state/agenda.ts'
import { pageReply } from './page.ts'

export const subscriptionReply = z.object({
  id: z.int(),
  environment: z.enum(environmentNames),
  consumer: z.string().describe('Who made it.'),
  endPoint: z.string(),
  resourceFilter: z.string(),
  subjectFilter: z.string().nullable(),
  typeFilter: z.string().nullable(),
  created: z.iso.datetime(),
  validated: z.iso.datetime().nullable().describe('Null: its endpoint was not validated, and gets no events.'),
})

export type SubscriptionReply = z.output<typeof subscriptionReply>

/** Source: decisions §12. */
export const subscriptionsReply = z.object({ subscriptions: z.array(subscriptionReply), ...pageReply })
