/** What is said about subscriptions. Source: events §4. */
import { z } from 'zod'
import { isReadableUri } from '../values/endpoint-address.ts'

/** Characters that a filter or an address has at most: nothing that matches anything is longer. Source: assumed. */
const longest = 4096

const text = z.string().max(longest).nullish()
const uri = z.string().max(longest).refine(isReadableUri).meta({ format: 'uri' }).nullish()

/** What is missing or wrong within the texts is judged in turn, each in its own words. */
export const subscriptionRequest = z
  .object({
    endPoint: uri,
    sourceFilter: uri,
    resourceFilter: text,
    subjectFilter: text,
    alternativeSubjectFilter: text,
    typeFilter: text,
    includeSubunits: z.boolean().optional(),
  })
  .meta({ required: ['endPoint', 'resourceFilter'] })
export type SubscriptionRequest = z.output<typeof subscriptionRequest>

/** In the order of the wire. */
export const subscriptionReply = z.object({
  id: z.int(),
  endPoint: z.url(),
  resourceFilter: z.string(),
  subjectFilter: z.string().optional(),
  typeFilter: z.string().optional(),
  consumer: z.string(),
  createdBy: z.string(),
  created: z.iso.datetime(),
  validated: z.boolean(),
  includeSubunits: z.boolean(),
})
export type SubscriptionReply = z.output<typeof subscriptionReply>

export const subscriptionsReply = z.object({ count: z.int(), subscriptions: z.array(subscriptionReply) })

const isId = (written: string) => /^[+-]?\d{1,10}$/.test(written) && Math.abs(Number(written)) < 2 ** 31

export const bySubscriptionId = z.object({
  id: z
    .string()
    .refine(isId, { error: ({ input }) => `The value '${String(input)}' is not valid.` })
    .meta({ format: 'int32' }),
})
