/** Makes a subscription count as validated, or as not validated. */
import { z } from 'zod'
import { subscriptionReply } from '../control-replies/subscriptions.ts'
import { json, reply } from '../wire/row.ts'
import { defineControl } from './row.ts'

export const bySubscription = z.object({
  id: z
    .string()
    .regex(/^[1-9]\d{0,9}$/, 'The id of a subscription is a number')
    .describe('A subscription of the environment addressed.'),
})

/** Source: decisions §12. */
export const validateSubscription = defineControl({
  id: 'control.validateSubscription',
  summary: 'Make a subscription count as validated now, or as not validated',
  request: { params: bySubscription, body: json(z.strictObject({ validated: z.boolean() })) },
  replies: { 200: reply.json(subscriptionReply) },
  example: { params: { id: '1' }, body: { validated: true } },

  handle: ({ params, body }, { knobs, address, reply: answer }) =>
    answer(200, knobs.subscriptions.validate(address.environment, Number(params.id), body.validated)),
})
