/** The webhook deliveries to subscribers. */
import { z } from 'zod'
import { deliveriesFilter, deliveriesReply, deliveryReply } from '../control-replies/deliveries.ts'
import { reply } from '../wire/row.ts'
import { pageIn, pageQuery } from './page-query.ts'
import { defineControl, optionalJson } from './row.ts'

/** Source: decisions §12. */
const listDeliveries = defineControl({
  id: 'control.listDeliveries',
  method: 'GET',
  path: '/_standin/deliveries',
  summary: 'The webhook deliveries to subscribers, with each attempt, in both environments, oldest first',
  request: { query: z.object({ ...deliveriesFilter.shape, ...pageQuery }) },
  replies: { 200: reply.json(deliveriesReply) },
  example: { query: { status: 'held' } },

  handle: ({ query: { limit, after, ...filter } }, { knobs, reply: answer }) =>
    answer(200, knobs.deliveries.list(filter, pageIn({ limit, after }))),
})

const request = z.strictObject({
  endPoint: z.string().optional().describe('Send it to this address instead of the endpoint.'),
})

/** Source: decisions §12, §15. */
const resendDelivery = defineControl({
  id: 'control.resendDelivery',
  method: 'POST',
  path: '/_standin/deliveries/{id}/resend',
  summary: 'Send a delivery again, now, whatever its status',
  request: { params: z.object({ id: z.string().describe('The id of the delivery.') }), body: optionalJson(request) },
  replies: { 200: reply.json(deliveryReply) },
  example: { params: { id: '5f0c1c0b-6c6e-4f0e-8a25-2c4b9fdc7e11' }, body: { endPoint: 'http://127.0.0.1:9000/hook' } },

  handle: async ({ params, body = {} }, { knobs, reply: answer }) => answer(200, await knobs.deliveries.resend(params.id, body.endPoint)),
})

/** Source: decisions §12. */
const breakOffDelivery = defineControl({
  id: 'control.breakOffDelivery',
  method: 'POST',
  path: '/_standin/deliveries/{id}/break-off',
  summary: 'Break off a delivery that is under way or waits for its next attempt: it fails',
  request: { params: z.object({ id: z.string().describe('The id of the delivery.') }) },
  replies: { 200: reply.json(deliveryReply) },
  example: { params: { id: '5f0c1c0b-6c6e-4f0e-8a25-2c4b9fdc7e11' } },

  handle: ({ params }, { knobs, reply: answer }) => answer(200, knobs.deliveries.breakOff(params.id)),
})

export const deliveriesRows = [listDeliveries, resendDelivery, breakOffDelivery] as const
