/** Gives a delivery up. */
import { z } from 'zod'
import { deliveryReply } from '../control-replies/deliveries.ts'
import { reply } from '../wire/row.ts'
import { defineControl } from './row.ts'

/** Source: decisions §12. */
export const breakOffDelivery = defineControl({
  id: 'control.breakOffDelivery',
  summary: 'Break off a delivery that is under way or waits for its next attempt: it fails',
  request: { params: z.object({ id: z.string().describe('The id of the delivery.') }) },
  replies: { 200: reply.json(deliveryReply) },
  example: { params: { id: '5f0c1c0b-6c6e-4f0e-8a25-2c4b9fdc7e11' } },

  handle: ({ params }, { knobs, reply: answer }) => answer(200, knobs.deliveries.breakOff(params.id)),
})
