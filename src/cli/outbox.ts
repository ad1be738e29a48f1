/** `standin outbox`: the messages that were sent. */
import type { ControlReply } from '../control/client.ts'
import { heading, type Row, status } from './columns.ts'
import { defineCommand } from './command.ts'
import { connectionOptions } from './connection.ts'
import { bare, optional, someText, word } from './option.ts'
import { print } from './print.ts'
import { remote } from './remote.ts'
import { listOptions, wholeList } from './whole-list.ts'

export const outbox = defineCommand({
  name: 'outbox',
  summary: 'List the messages that were sent, the newest last',
  options: {
    recipient: optional('Only messages to this address, or to the recipient that an order names by this number', someText),
    channel: optional('Only one channel: Email or SMS', word({ Email: '', SMS: '' })),
    orderId: optional('Only messages of this order (notificationOrderId)', someText),
    shipmentId: optional('Only messages of this shipment', someText),
    ...listOptions,
    clear: bare('Empty the outbox instead'),
    ...connectionOptions,
  },
  examples: [
    ['standin outbox --channel SMS', 'Every SMS and its status'],
    ['standin outbox --json --recipient 12838590150', 'With whole bodies'],
  ],
  async run({ values, io }) {
    const { recipient, channel, orderId, shipmentId, limit, clear } = values
    if (clear) {
      print(io, values, await remote(values).call('control.clearOutbox'), () => `The outbox of the world ${values.world} is empty.`)
      return 0
    }
    const reply = await wholeList(
      'messages',
      (page) => remote(values).call('control.listOutbox', { query: { recipient, channel, orderId, shipmentId, ...page } }),
      limit,
    )
    print(io, values, reply, (_, table) => table([titles, ...reply.messages.map(cells)]))
    return 0
  },
})

type Message = ControlReply<'control.listOutbox'>['messages'][number]

const titles = heading('AT', 'TO', 'FROM', 'STATUS', 'TEXT')

const cells = ({ at, to, from, status: is, subject, body }: Message): Row => [at, to, from, status(is), excerpt(subject ?? body)]

/** Fits on one line. */
function excerpt(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim()
  return line.length > 60 ? `${line.slice(0, 59)}…` : line
}
