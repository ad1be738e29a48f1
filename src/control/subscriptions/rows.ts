/** Control rows for event subscriptions. */
import { z } from 'zod'
import { json, reply } from '../../service/wire/row.ts'
import { environmentNames } from '../../service/world/records.ts'
import type { Column } from '../command.ts'
import { pageIn, pageQuery, pageReply } from '../rows/page-query.ts'
import { defineControl } from '../rows/row.ts'

export const subscriptionReply = z.object({
  id: z.int().describe('The subscription id.'),
  environment: z.enum(environmentNames).describe('The environment: test or production.'),
  consumer: z.string().describe('The subscriber.'),
  endPoint: z.string().describe('The URL that receives the events: https, or http on the same machine.'),
  resourceFilter: z.string().describe("The resource's URN, in lowercase."),
  subjectFilter: z.string().nullable().describe('The URN of the organization that the events are for. Only a service owner may omit it.'),
  typeFilter: z.string().nullable().describe('One exact event type; null for all.'),
  created: z.iso.datetime().describe('When the subscription was created.'),
  validated: z.iso
    .datetime()
    .nullable()
    .describe('The time of validation; null if the endpoint is not validated and therefore receives no events.'),
})

export type SubscriptionReply = z.output<typeof subscriptionReply>

/** Source: decisions §12. */
export const subscriptionsReply = z.object({ subscriptions: z.array(subscriptionReply).describe('The subscriptions.'), ...pageReply })

const group = { name: 'subscriptions', summary: 'List, add, validate and remove event subscriptions' } as const

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

const listSubscriptions = defineControl('control.listSubscriptions', 'GET /_standin/subscriptions', {
  summary: "All consumers' event subscriptions, in both environments",
  request: { query: z.object(pageQuery) },
  replies: { 200: reply.json(subscriptionsReply) },
  command: {
    group,
    name: 'list',
    summary: "List all consumers' subscriptions, in both environments",
    byDefault: true,
    list: 'subscriptions',
    columns,
  },

  handle: ({ query }, { knobs, reply: answer }) => answer(200, knobs.subscriptions.list(pageIn(query))),
})

const bySubscription = z.object({
  id: z
    .string()
    .regex(/^[1-9]\d{0,9}$/, 'A subscription id is a number')
    .describe('A subscription id in this environment.'),
})

/** Source: decisions §12. */
const validateSubscription = defineControl('control.validateSubscription', 'PUT /_standin/subscriptions/{id}/validated', {
  world: 'made',
  summary: 'Mark a subscription as validated now, or as not validated',
  request: {
    params: bySubscription,
    body: json(
      z.strictObject({
        validated: z.boolean().describe('True if the endpoint counts as validated. Otherwise, the endpoint receives no events.'),
      }),
    ),
  },
  replies: { 200: reply.json(subscriptionReply) },
  example: { params: { id: '1' }, body: { validated: true } },
  command: { group, name: 'validate', fallbacks: { validated: true }, hints, columns },

  handle: ({ params, body }, { knobs, address, reply: answer }) =>
    answer(200, knobs.subscriptions.validate(address.environment, Number(params.id), body.validated)),
})

const removeSubscription = defineControl('control.removeSubscription', 'DELETE /_standin/subscriptions/{id}', {
  summary: 'Remove a subscription, whoever created it',
  request: { params: bySubscription },
  example: { params: { id: '1' } },
  command: { group, name: 'remove', hints, said: 'Removed subscription {id}.' },

  handle: ({ params }, { knobs, address, done }) => done(knobs.subscriptions.remove(address.environment, Number(params.id))),
})

export const subscriptionsRows = [listSubscriptions, validateSubscription, removeSubscription] as const
