/** The subscriptions to events. */
import { z } from 'zod'
import { json, reply } from '../../service/wire/row.ts'
import { environmentNames } from '../../service/world/records.ts'
import type { Column } from '../command.ts'
import { pageIn, pageQuery, pageReply } from '../rows/page-query.ts'
import { defineControl } from '../rows/row.ts'

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

const group = { name: 'subscriptions', summary: 'List, add, validate and remove subscriptions to events' } as const

const hints = { id: 'from "standin subscriptions"' }
const columns = [
  ['ID', '{id}'],
  ['ENVIRONMENT', '{environment}'],
  ['VALIDATED', '{validated}[{!validated}no]', { warning: 'no' }],
  ['CONSUMER', '{consumer}'],
  ['RESOURCE', '{resourceFilter}'],
  ['SUBJECT', '{subjectFilter}'],
  ['TYPE', '{typeFilter}'],
  ['ENDPOINT', '{endPoint}'],
] as const satisfies readonly Column[]

const listSubscriptions = defineControl({
  id: 'control.listSubscriptions',
  method: 'GET',
  path: '/_standin/subscriptions',
  summary: 'The subscriptions to events, of every consumer and both environments',
  request: { query: z.object(pageQuery) },
  replies: { 200: reply.json(subscriptionsReply) },
  command: {
    group,
    name: 'list',
    summary: 'List the subscriptions of every consumer, in both environments',
    byDefault: true,
    list: 'subscriptions',
    columns,
  },

  handle: ({ query }, { knobs, reply: answer }) => answer(200, knobs.subscriptions.list(pageIn(query))),
})

const bySubscription = z.object({
  id: z
    .string()
    .regex(/^[1-9]\d{0,9}$/, 'The id of a subscription is a number')
    .describe('The id of a subscription, in the environment addressed.'),
})

/** Source: decisions §12. */
const validateSubscription = defineControl({
  id: 'control.validateSubscription',
  method: 'PUT',
  path: '/_standin/subscriptions/{id}/validated',
  world: 'made',
  summary: 'Make a subscription count as validated now, or as not validated',
  request: {
    params: bySubscription,
    body: json(
      z.strictObject({
        validated: z.boolean().describe('Whether the endpoint counts as validated; otherwise it gets no events.'),
      }),
    ),
  },
  replies: { 200: reply.json(subscriptionReply) },
  example: { params: { id: '1' }, body: { validated: true } },
  command: { group, name: 'validate', fallbacks: { validated: true }, hints, columns },

  handle: ({ params, body }, { knobs, address, reply: answer }) =>
    answer(200, knobs.subscriptions.validate(address.environment, Number(params.id), body.validated)),
})

const removeSubscription = defineControl({
  id: 'control.removeSubscription',
  method: 'DELETE',
  path: '/_standin/subscriptions/{id}',
  summary: 'Remove a subscription, no matter who made it',
  request: { params: bySubscription },
  replies: { 204: reply.empty() },
  example: { params: { id: '1' } },
  command: { group, name: 'remove', hints, said: 'Subscription {id} is removed.' },

  handle: ({ params }, { knobs, address, done }) => done(knobs.subscriptions.remove(address.environment, Number(params.id))),
})

export const subscriptionsRows = [listSubscriptions, validateSubscription, removeSubscription] as const
