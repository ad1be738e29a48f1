/** Webhook deliveries: which ones are looked for, and what is shown of them. */
import { z } from 'zod'
import { deliveryStatuses } from '../../service/areas/events/records/delivery.ts'
import { cloudEventSchema } from '../../service/areas/events/rules/event-query.ts'
import { reply } from '../../service/wire/row.ts'
import { environmentNames } from '../../service/world/records.ts'
import type { Column } from '../command.ts'
import { pageIn, pageQuery, pageReply } from '../rows/page-query.ts'
import { defineControl, optionalJson } from '../rows/row.ts'

const validation = cloudEventSchema.pick({ specversion: true, id: true, source: true, type: true }).meta({ title: 'ValidationEvent' })

export const deliveryReply = z.object({
  id: z.string().describe('Its id.'),
  environment: z.enum(environmentNames).describe('The environment: test or production.'),
  kind: z.enum(['event', 'validation']).describe('Whether it is an event or the validation of an endpoint.'),
  status: z.enum(deliveryStatuses).describe('held: --outbound does not allow the address; dropped: the subscription was deleted first.'),
  made: z.iso.datetime().describe('When it was made.'),
  next: z.iso.datetime().nullable().describe('When the next attempt is due.'),
  subscription: z.int().describe('The id of the subscription.'),
  consumer: z.string().describe('Who subscribes.'),
  endPoint: z.string().describe('The address that gets the events: https, or http on the own machine.'),
  causedBy: z.string().nullable().describe('The line of the journal, of a call or job, that made it.'),
  event: z.union([cloudEventSchema, validation]).nullable().describe('As it is sent; null when Standin no longer has it.'),
  attempts: z
    .array(
      z.object({
        at: z.iso.datetime().describe('When it was made.'),
        endPoint: z.string().describe('The address that was called.'),
        status: z.int().nullable().describe('Null: there was no reply.'),
        why: z.string().nullable().describe('What was wrong; null: nothing.'),
        resent: z.boolean().describe('Whether it was asked for here.'),
      }),
    )
    .describe('The attempts, the oldest first.'),
})

export type DeliveryReply = z.output<typeof deliveryReply>

/** Source: decisions §12. */
export const deliveriesReply = z.object({ deliveries: z.array(deliveryReply).describe('The deliveries.'), ...pageReply })

export const deliveriesFilter = z.object({
  subscription: z
    .union([z.int().min(1), z.string().regex(/^[1-9]\d{0,14}$/)], 'is not the id of a subscription')
    .meta({ type: 'integer', minimum: 1 })
    .optional()
    .describe('Only deliveries of this subscription (its id).'),
  status: z.enum(deliveryStatuses).optional().describe('Only deliveries in this status.'),
})
export type DeliveriesFilter = z.output<typeof deliveriesFilter>

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
