/** The subscriptions to events. */
import { z } from 'zod'
import { subscriptionReply, subscriptionsReply } from '../control-replies/subscriptions.ts'
import { json, reply } from '../wire/row.ts'
import type { Column } from './command.ts'
import { pageIn, pageQuery } from './page-query.ts'
import { defineControl } from './row.ts'

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

  handle({ params }, { knobs, address, reply: answer }) {
    knobs.subscriptions.remove(address.environment, Number(params.id))
    return answer(204, undefined)
  },
})

export const subscriptionsRows = [listSubscriptions, validateSubscription, removeSubscription] as const
