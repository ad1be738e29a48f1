/** `standin events`: what was published, and to whom it went. */
import { inColumns } from './columns.ts'
import { defineCommand } from './command.ts'
import { connectionOptions } from './connection.ts'
import { optional, someText } from './option.ts'
import { print } from './print.ts'
import { ask } from './remote.ts'

interface Publication {
  readonly event: { readonly time: string; readonly type: string; readonly resourceinstance: string; readonly subject: string }
  readonly subscriptions: readonly {
    readonly id: number
    readonly why: string | null
    readonly deliveries: readonly { readonly status: string }[]
  }[]
}

export const events = defineCommand({
  name: 'events',
  summary: 'List what was published, and to whom it went',
  options: {
    transfer: optional('Of a file transfer: its id', someText),
    type: optional('Such as published', someText),
    subject: optional('For an organization: its number', someText),
    ...connectionOptions,
  },
  examples: [['standin events --type published --subject 313456780', 'What a recipient was told']],
  async run({ values, io }) {
    const { transfer, type, subject } = values
    const reply = await ask(values, 'GET events', { query: { transfer, type, subject } })
    print(io, values, reply, ({ events }: { events: readonly Publication[] }) => inColumns([heading, ...events.map(cells)]))
    return 0
  },
})

const heading = ['TIME', 'TYPE', 'SUBJECT', 'TRANSFER', 'SUBSCRIPTIONS']

const cells = ({ event, subscriptions }: Publication) => [
  event.time,
  event.type.replace(/^no\.altinn\.broker\./, ''),
  event.subject.replace(/^.*:/, ''),
  event.resourceinstance,
  subscriptions.map(({ id, why, deliveries }) => `${id} ${why ?? deliveries.map(({ status }) => status).join(' ')}`).join(', '),
]
