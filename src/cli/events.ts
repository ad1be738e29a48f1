/** `standin events`: the events that were published, and the subscriptions that got them. */
import type { ControlReply } from '../control/client.ts'
import { heading, type Row } from './columns.ts'
import { defineCommand } from './command.ts'
import { connectionOptions } from './connection.ts'
import { optional, someText } from './option.ts'
import { print } from './print.ts'
import { remote } from './remote.ts'
import { listOptions, wholeList } from './whole-list.ts'

export const events = defineCommand({
  name: 'events',
  summary: 'List the events that were published, and the subscriptions that got them',
  options: {
    transfer: optional('Only events of this file transfer (its id)', someText),
    type: optional('Only events of this type, such as published', someText),
    subject: optional('Only events for this organization (its number)', someText),
    ...listOptions,
    ...connectionOptions,
  },
  examples: [['standin events --type published --subject 313456781', 'The events that a recipient got when files were published']],
  async run({ values, io }) {
    const { transfer, type, subject, limit } = values
    const reply = await wholeList(
      'events',
      (page) => remote(values).call('control.listEvents', { query: { transfer, type, subject, ...page } }),
      limit,
    )
    print(io, values, reply, ({ events }, table) => table([titles, ...events.map(cells)]))
    return 0
  },
})

type Publication = ControlReply<'control.listEvents'>['events'][number]

const titles = heading('TIME', 'TYPE', 'SUBJECT', 'TRANSFER', 'SUBSCRIPTIONS')

const cells = ({ event, subscriptions }: Publication): Row => [
  event.time,
  event.type.replace(/^no\.altinn\.broker\./, ''),
  event.subject.replace(/^.*:/, ''),
  event.resourceinstance,
  subscriptions.map(({ id, why, deliveries }) => `${id} ${why ?? deliveries.map(({ status }) => status).join(' ')}`).join(', '),
]
