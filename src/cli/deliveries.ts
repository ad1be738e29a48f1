/** `standin deliveries`: the webhook deliveries to subscribers. */

import type { DeliveryStatus } from '../areas/events/records/delivery.ts'
import type { ControlReply } from '../control/client.ts'
import { heading, type Row, status } from './columns.ts'
import { defineCommand } from './command.ts'
import { connectionOptions } from './connection.ts'
import { optional, someText, word } from './option.ts'
import { print } from './print.ts'
import { remote } from './remote.ts'
import { listOptions, wholeList } from './whole-list.ts'

const statuses = { waiting: '', delivered: '', failed: '', held: '', dropped: '' } satisfies Record<DeliveryStatus, string>

const list = defineCommand({
  name: 'list',
  byDefault: true,
  summary: 'List the deliveries, with status and attempts',
  options: {
    status: optional(`Only one status: ${Object.keys(statuses).join(', ')}`, word(statuses)),
    ...listOptions,
    ...connectionOptions,
  },
  examples: [['standin deliveries list --status held', 'Deliveries that wait because Standin may not call their address']],
  async run({ values, io }) {
    const { status, limit } = values
    const reply = await wholeList(
      'deliveries',
      (page) => remote(values).call('control.listDeliveries', { query: { status, ...page } }),
      limit,
    )
    print(io, values, reply, ({ deliveries }, table) => table([titles, ...deliveries.map(cells)]))
    return 0
  },
})

const resend = defineCommand({
  name: 'resend',
  summary: 'Send a delivery again, now',
  options: {
    id: { ...optional('The id of a delivery, from "standin deliveries list"', someText), word: 'required' } as const,
    to: optional('Send it to this address instead of the endpoint', someText),
    ...connectionOptions,
  },
  async run({ values, io }) {
    const { id, to } = values
    const body = to === undefined ? undefined : { endPoint: to }
    const reply = await remote(values).call('control.resendDelivery', { params: { id: id ?? '' }, body })
    print(io, values, reply, (delivery, table) => table([titles, cells(delivery)]))
    return 0
  },
})

const breakOff = defineCommand({
  name: 'break-off',
  summary: 'Break off a delivery that is under way or waiting: it fails',
  options: {
    id: { ...optional('The id of a delivery, from "standin deliveries list"', someText), word: 'required' } as const,
    ...connectionOptions,
  },
  async run({ values, io }) {
    const reply = await remote(values).call('control.breakOffDelivery', { params: { id: values.id ?? '' } })
    print(io, values, reply, (delivery, table) => table([titles, cells(delivery)]))
    return 0
  },
})

export const deliveries = defineCommand({
  name: 'deliveries',
  summary: 'List webhook deliveries, send them again, or break them off',
  options: {},
  commands: [list, resend, breakOff],
})

type Delivery = ControlReply<'control.resendDelivery'>

const titles = heading('ID', 'MADE', 'STATUS', 'ATTEMPTS', 'NEXT', 'TYPE', 'ENDPOINT', 'WHY')

const cells = ({ id, made, status: is, endPoint, event, next, attempts }: Delivery): Row => [
  id,
  made,
  status(is),
  String(attempts.length),
  next ?? '',
  event?.type ?? '',
  endPoint,
  attempts.at(-1)?.why ?? '',
]
