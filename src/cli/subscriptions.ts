/** `standin subscriptions`: the subscriptions to events. */
import type { ControlReply } from '../control/client.ts'
import { heading, type Row } from './columns.ts'
import { defineCommand } from './command.ts'
import { connectionOptions } from './connection.ts'
import { Failure } from './failure.ts'
import { onOff, option, optional, someText } from './option.ts'
import { print } from './print.ts'
import { remote, serviceClient } from './remote.ts'
import { listOptions, wholeList } from './whole-list.ts'

type Subscription = ControlReply<'control.validateSubscription'>

const id = { ...optional('The id of a subscription, from "standin subscriptions"', someText), word: 'required' } as const
const titles = heading('ID', 'ENVIRONMENT', 'VALIDATED', 'CONSUMER', 'RESOURCE', 'SUBJECT', 'TYPE', 'ENDPOINT')

const cells = (subscription: Subscription): Row => [
  String(subscription.id),
  subscription.environment,
  subscription.validated ?? { text: 'no', tone: 'warning' },
  subscription.consumer,
  subscription.resourceFilter,
  subscription.subjectFilter ?? '',
  subscription.typeFilter ?? '',
  subscription.endPoint,
]

const list = defineCommand({
  name: 'list',
  summary: 'List the subscriptions of every consumer, in both environments',
  byDefault: true,
  options: { ...listOptions, ...connectionOptions },
  async run({ values, io }) {
    const reply = await wholeList('subscriptions', (query) => remote(values).call('control.listSubscriptions', { query }), values.limit)
    print(io, values, reply, ({ subscriptions: all }, table) => table([titles, ...all.map(cells)]))
    return 0
  },
})

const text = (describe: string) => ({ ...optional(describe, someText), word: 'required' }) as const

const add = defineCommand({
  name: 'add',
  summary: 'Subscribe an endpoint to events, as an organization does',
  options: {
    endpoint: text('The address that gets the events'),
    resource: text('The id of the resource'),
    as: option('The number of the organization that subscribes', someText, '991825827'),
    org: optional('Its code, if it is a service owner; ttd for 991825827', someText),
    subject: optional('Only events for this organization (its number)', someText),
    type: optional('Only events of this type, such as no.altinn.broker.published', someText),
    ...connectionOptions,
  },
  examples: [['standin subscriptions add http://127.0.0.1:9000/hook standin-plain', 'All events of the resource go to your webhook']],
  async run({ values, io }) {
    const { endpoint: endPoint = '', resource = '', as: orgNo, org, subject, type } = values
    const body = {
      endPoint,
      resourceFilter: `urn:altinn:resource:${resource}`,
      ...(subject !== undefined && { subjectFilter: `urn:altinn:organization:identifier-no:${subject}` }),
      ...(type !== undefined && { typeFilter: type }),
    }
    const client = await serviceClient(values)
    const response = await client.open('events.createSubscription', { as: { orgNo, org }, body })
    const said = await response.text()
    if (!response.ok) throw new Failure(`The subscription as ${orgNo} was refused with ${response.status}: ${said}`)
    print(io, values, JSON.parse(said) as { readonly id: number }, (made) => `Subscription ${made.id} is made.`)
    return 0
  },
})

const validate = defineCommand({
  name: 'validate',
  summary: 'Make a subscription count as validated now, or as not validated',
  options: {
    id,
    validated: { ...option('Whether it is validated: on, off', onOff, true), shown: 'on' },
    ...connectionOptions,
  },
  async run({ values, io }) {
    const { id: wanted = '', validated } = values
    const reply = await remote(values).call('control.validateSubscription', { params: { id: wanted }, body: { validated } })
    print(io, values, reply, (subscription, table) => table([titles, cells(subscription)]))
    return 0
  },
})

const remove = defineCommand({
  name: 'remove',
  summary: 'Remove a subscription, no matter who made it',
  options: { id, ...connectionOptions },
  async run({ values, io }) {
    const { id: wanted = '' } = values
    const reply = await remote(values).call('control.removeSubscription', { params: { id: wanted } })
    print(io, values, reply, () => `Subscription ${wanted} is removed.`)
    return 0
  },
})

export const subscriptions = defineCommand({
  name: 'subscriptions',
  summary: 'List, add, validate and remove subscriptions to events',
  options: {},
  commands: [list, add, validate, remove],
})
