/** The webhook deliveries to subscribers. */
import { z } from 'zod'
import { deliveriesFilter, deliveriesReply, deliveryReply } from '../control-replies/deliveries.ts'
import { reply } from '../wire/row.ts'
import type { Column } from './command.ts'
import { pageIn, pageQuery } from './page-query.ts'
import { defineControl, optionalJson } from './row.ts'

const group = { name: 'deliveries', summary: 'List webhook deliveries, send them again, or break them off' } as const

const hints = { id: 'from "standin deliveries list"' }
const columns = [
  ['ID', '{id}'],
  ['MADE', '{made}'],
  ['STATUS', '{status}', 'status'],
  ['ATTEMPTS', '{attempts.length}'],
  ['NEXT', '{next}'],
  ['TYPE', '{event.type}'],
  ['ENDPOINT', '{endPoint}'],
  ['WHY', '{attempts.-1.why}'],
] as const satisfies readonly Column[]

/** Source: decisions §12. */
const listDeliveries = defineControl({
  id: 'control.listDeliveries',
  method: 'GET',
  path: '/_standin/deliveries',
  summary: 'The webhook deliveries to subscribers, with each attempt, in both environments, oldest first',
  request: { query: z.object({ ...deliveriesFilter.shape, ...pageQuery }) },
  replies: { 200: reply.json(deliveriesReply) },
  example: { query: { status: 'held' } },
  command: {
    group,
    name: 'list',
    summary: 'List the deliveries, with status and attempts',
    byDefault: true,
    examples: [['standin deliveries list --status held', 'Deliveries that wait because Standin may not call their address']],
    list: 'deliveries',
    columns,
  },

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
  request: { params: z.object({ id: z.string().describe('The id of a delivery.') }), body: optionalJson(request) },
  replies: { 200: reply.json(deliveryReply) },
  example: { params: { id: '5f0c1c0b-6c6e-4f0e-8a25-2c4b9fdc7e11' }, body: { endPoint: 'http://127.0.0.1:9000/hook' } },
  command: { group, name: 'resend', summary: 'Send a delivery again, now', names: { endPoint: 'to' }, hints, columns },

  handle: async ({ params, body = {} }, { knobs, reply: answer }) => answer(200, await knobs.deliveries.resend(params.id, body.endPoint)),
})

/** Source: decisions §12. */
const breakOffDelivery = defineControl({
  id: 'control.breakOffDelivery',
  method: 'POST',
  path: '/_standin/deliveries/{id}/break-off',
  summary: 'Break off a delivery that is under way or waits for its next attempt: it fails',
  request: { params: z.object({ id: z.string().describe('The id of a delivery.') }) },
  replies: { 200: reply.json(deliveryReply) },
  example: { params: { id: '5f0c1c0b-6c6e-4f0e-8a25-2c4b9fdc7e11' } },
  command: { group, name: 'break-off', summary: 'Break off a delivery that is under way or waiting: it fails', hints, columns },

  handle: ({ params }, { knobs, reply: answer }) => answer(200, knobs.deliveries.breakOff(params.id)),
})

export const deliveriesRows = [listDeliveries, resendDelivery, breakOffDelivery] as const
