/** `standin outbox`: what has been sent. */
import { inColumns } from './columns.ts'
import { defineCommand } from './command.ts'
import { connectionOptions } from './connection.ts'
import { bare, optional, someText, word } from './option.ts'
import { print } from './print.ts'
import { ask } from './remote.ts'

interface Message {
  readonly at: string
  readonly channel: string
  readonly to: string
  readonly from: string
  readonly status: string
  readonly subject: string | null
  readonly body: string
}

export const outbox = defineCommand({
  name: 'outbox',
  summary: 'List what has been sent, the newest last',
  options: {
    recipient: optional('To an address, or to whom an order names by this number', someText),
    channel: optional('Email or SMS', word({ Email: '', SMS: '' })),
    orderId: optional('Of an order: its notificationOrderId', someText),
    shipmentId: optional('Of a shipment', someText),
    clear: bare('Clear it instead'),
    ...connectionOptions,
  },
  examples: [
    ['standin outbox --channel SMS', 'Every SMS, and what became of it'],
    ['standin outbox --json --recipient 12838590150', 'With whole bodies'],
  ],
  async run({ values, io }) {
    const { recipient, channel, orderId, shipmentId, clear } = values
    if (clear) {
      print(io, values, await ask(values, 'DELETE outbox'), () => `The outbox of the world ${values.world} is empty.\n`)
      return 0
    }
    const reply = await ask(values, 'GET outbox', { query: { recipient, channel, orderId, shipmentId } })
    print(io, values, reply, ({ messages }: { messages: readonly Message[] }) => inColumns([heading, ...messages.map(cells)]))
    return 0
  },
})

const heading = ['AT', 'TO', 'FROM', 'STATUS', 'TEXT']

const cells = ({ at, to, from, status, subject, body }: Message) => [at, to, from, status, excerpt(subject ?? body)]

/** One line of it. */
function excerpt(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim()
  return line.length > 60 ? `${line.slice(0, 59)}…` : line
}
