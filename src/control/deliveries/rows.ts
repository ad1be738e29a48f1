/** Control rows for webhook deliveries. */
import { z } from 'zod'
import { cloudEventSchema } from '../../service/areas/events/index.ts'
import { deliveryStatuses } from '../../service/areas/events/records.ts'
import { reply } from '../../service/wire/row.ts'
import { environmentNames } from '../../service/world/records.ts'
import type { Column } from '../command.ts'
import { pageIn, pageQuery, pageReply } from '../rows/page-query.ts'
import { defineControl, optionalJson } from '../rows/row.ts'

const validation = cloudEventSchema.pick({ specversion: true, id: true, source: true, type: true }).meta({ title: 'ValidationEvent' })

export const deliveryReply = z.object({
  id: z.string().describe('The delivery id.'),
  environment: z.enum(environmentNames).describe('The environment: test or production.'),
  kind: z.enum(['event', 'validation']).describe('`event`, or the `validation` of an endpoint.'),
  status: z
    .enum(deliveryStatuses)
    .describe('held: --outbound does not allow the URL; dropped: the subscription was deleted before the delivery.'),
  made: z.iso.datetime().describe('When the delivery was created.'),
  next: z.iso.datetime().nullable().describe('When the next attempt is due.'),
  subscription: z.int().describe('The subscription id.'),
  consumer: z.string().describe('The subscriber.'),
  endPoint: z.string().describe('The URL that receives the events: https, or http on the same machine.'),
  causedBy: z.string().nullable().describe('The journal line id for the call or job that created the delivery.'),
  event: z.union([cloudEventSchema, validation]).nullable().describe('The event as sent; null if it no longer exists.'),
  attempts: z
    .array(
      z.object({
        at: z.iso.datetime().describe('When the attempt was made.'),
        endPoint: z.string().describe('The URL that was called.'),
        status: z.int().nullable().describe("The reply's status; null if there was no reply."),
        why: z.string().nullable().describe('The error; null if there was no error.'),
        resent: z.boolean().describe('True if a tester requested the attempt.'),
      }),
    )
    .describe('The attempts, oldest first.'),
})

export type DeliveryReply = z.output<typeof deliveryReply>

/** Source: decisions §12. */
export const deliveriesReply = z.object({ deliveries: z.array(deliveryReply).describe('The deliveries.'), ...pageReply })

export const deliveriesFilter = z.object({
  subscription: z
    .union([z.int().min(1), z.string().regex(/^[1-9]\d{0,14}$/)], 'is not a subscription id')
    .meta({ type: 'integer', minimum: 1 })
    .optional()
    .describe('Only deliveries to the subscription with this id.'),
  status: z.enum(deliveryStatuses).optional().describe('Only deliveries with this status.'),
})
export type DeliveriesFilter = z.output<typeof deliveriesFilter>

const group = { name: 'deliveries', summary: 'List webhook deliveries, send them again, or cancel them' } as const

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
const listDeliveries = defineControl('control.listDeliveries', 'GET /_standin/deliveries', {
  summary: 'The webhook deliveries to subscribers, with all attempts, in both environments, oldest first',
  request: { query: z.object({ ...deliveriesFilter.shape, ...pageQuery }) },
  replies: { 200: reply.json(deliveriesReply) },
  example: { query: { status: 'held' } },
  command: {
    group,
    name: 'list',
    summary: 'List webhook deliveries with their status and attempts',
    byDefault: true,
    examples: [['standin deliveries list --status held', 'Deliveries that are waiting because --outbound does not allow their URL']],
    list: 'deliveries',
    columns,
  },

  handle: ({ query: { limit, after, ...filter } }, { knobs, reply: answer }) =>
    answer(200, knobs.deliveries.list(filter, pageIn({ limit, after }))),
})

const request = z.strictObject({
  endPoint: z.string().optional().describe('The URL to send the delivery to, instead of its endpoint.'),
})

/** Source: decisions §12, §15. */
const resendDelivery = defineControl('control.resendDelivery', 'POST /_standin/deliveries/{id}/resend', {
  summary: 'Send a delivery again immediately, whatever its status',
  request: { params: z.object({ id: z.string().describe('A delivery id.') }), body: optionalJson(request) },
  replies: { 200: reply.json(deliveryReply) },
  example: { params: { id: '5f0c1c0b-6c6e-4f0e-8a25-2c4b9fdc7e11' }, body: { endPoint: 'http://127.0.0.1:9000/hook' } },
  command: { group, name: 'resend', summary: 'Send a delivery again immediately', names: { endPoint: 'to' }, hints, columns },

  handle: async ({ params, body = {} }, { knobs, reply: answer }) => answer(200, await knobs.deliveries.resend(params.id, body.endPoint)),
})

/** Source: decisions §12. */
const breakOffDelivery = defineControl('control.breakOffDelivery', 'POST /_standin/deliveries/{id}/break-off', {
  summary: 'Cancel a delivery that is in progress or waiting for its next attempt, so that it fails',
  request: { params: z.object({ id: z.string().describe('A delivery id.') }) },
  replies: { 200: reply.json(deliveryReply) },
  example: { params: { id: '5f0c1c0b-6c6e-4f0e-8a25-2c4b9fdc7e11' } },
  command: { group, name: 'break-off', summary: 'Cancel a delivery that is in progress or waiting, so that it fails', hints, columns },

  handle: ({ params }, { knobs, reply: answer }) => answer(200, knobs.deliveries.breakOff(params.id)),
})

export const deliveriesRows = [listDeliveries, resendDelivery, breakOffDelivery] as const
