/** Sends a delivery again, now. */
import { z } from 'zod'
import { deliveryReply } from '../control-replies/deliveries.ts'
import { reply } from '../wire/row.ts'
import { defineControl, optionalJson } from './row.ts'

const request = z.strictObject({
  endPoint: z.string().optional().describe('Send it to this address instead of the endpoint.'),
})

/** Source: decisions §12, §15. */
export const resendDelivery = defineControl({
  id: 'control.resendDelivery',
  summary: 'Send a delivery again, now, whatever its status',
  request: { params: z.object({ id: z.string() }), body: optionalJson(request) },
  replies: { 200: reply.json(deliveryReply) },
  example: { params: { id: '5f0c1c0b-6c6e-4f0e-8a25-2c4b9fdc7e11' }, body: { endPoint: 'http://127.0.0.1:9000/hook' } },

  handle: async ({ params, body = {} }, { knobs, reply: answer }) => answer(200, await knobs.deliveries.resend(params.id, body.endPoint)),
})
