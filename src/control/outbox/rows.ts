/** The outbox: what is looked for in it, and what is shown. */
import { z } from 'zod'
import { beginning } from '../../service/areas/notifications/records/recipient.ts'
import { channels, entryStatuses } from '../../service/areas/notifications/rules/shipment.ts'
import { reply } from '../../service/wire/row.ts'
import { environmentNames } from '../../service/world/records.ts'
import { pageIn, pageReply, windowQuery } from '../rows/page-query.ts'
import { defineControl } from '../rows/row.ts'

/** Source: decisions §12. */
export const sentMessage = z.object({
  id: z.string().describe('Its id.'),
  at: z.iso.datetime().describe('When it was sent.'),
  environment: z.enum(environmentNames).describe('The environment: test or production.'),
  creator: z.string().describe('Who ordered: the code of the service owner, or the issuer of the platform access token.'),
  orderId: z.uuid().describe('The id of the order.'),
  shipmentId: z.uuid().describe('The id of a shipment. Its delivery manifest is at /future/shipment/{id}.'),
  position: z.int().describe('Of its recipient in the delivery manifest, counted from 0.'),
  channel: z.enum(channels).describe('The channel: Email or SMS.'),
  to: z.string().describe('The address.'),
  from: z.string().describe('The sender.'),
  subject: z.string().nullable().describe('Null for an SMS.'),
  body: z.string().describe('The text.'),
  contentType: z.enum(['Plain', 'Html']).nullable().describe('Null for an SMS.'),
  segments: z.int().nullable().describe('Null for an email.'),
  truncated: z.boolean().describe('Whether an operator would cut it; the body here is whole.'),
  status: z.enum(entryStatuses).describe('Where the message is.'),
  statusAt: z.iso.datetime().describe('When the status changed.'),
  reports: z
    .array(
      z.object({
        at: z.iso.datetime().describe('When it arrived.'),
        status: z.enum(entryStatuses).describe('The status that it reports.'),
      }),
    )
    .describe('The delivery reports that a tester let arrive, oldest first; the newest 50. No line of the journal has them.'),
  causedBy: z.string().nullable().describe('The line of the journal, of a call or job, that sent it.'),
})

export type SentMessage = z.output<typeof sentMessage>

export const outboxReply = z.object({
  messages: z.array(sentMessage).describe('The messages, the oldest first where the query does not say otherwise.'),
  ...pageReply,
  dropped: z.int().describe('How many messages made room for newer lines.'),
})

export const outboxFilter = z.object({
  id: z.string().optional().describe('Only the message with this id.'),
  environment: z.enum(environmentNames).optional().describe('The environment: test or production.'),
  recipient: z
    .string()
    .optional()
    .describe('Only messages to this address, or to the recipient that an order names by this number or URN.'),
  text: z
    .string()
    .optional()
    .describe('Only messages with this text in the address or the subject, or to the recipient that an order names by this number or URN.'),
  channel: z.enum(channels).optional().describe('Only messages of this channel.'),
  orderId: z.string().optional().describe('Only messages of this order (its notificationOrderId).'),
  shipmentId: z.string().optional().describe('Only messages of this shipment.'),
  bodies: z.enum(['whole', 'beginning']).optional().describe(`Whole when absent. The beginning has ${beginning} characters.`),
})
export type OutboxFilter = z.output<typeof outboxFilter>

const group = { name: 'outbox', summary: 'List the messages that were sent, or empty the outbox' } as const
const said = 'The outbox of the world {world} is empty.'

/** Source: decisions §12. */
const listOutbox = defineControl({
  id: 'control.listOutbox',
  method: 'GET',
  path: '/_standin/outbox',
  summary: 'The messages that the service has sent, in both environments',
  request: { query: z.object({ ...outboxFilter.shape, ...windowQuery }) },
  replies: { 200: reply.json(outboxReply) },
  example: { query: { recipient: '+4799999999', channel: 'SMS' } },
  command: {
    group,
    name: 'list',
    byDefault: true,
    summary: 'List the messages that were sent, the newest last',
    without: ['bodies'],
    examples: [
      ['standin outbox --channel SMS', 'Every SMS and its status'],
      ['standin outbox --json --recipient 12838590150', 'With whole bodies'],
    ],
    list: 'messages',
    columns: [
      ['AT', '{at}'],
      ['TO', '{to}'],
      ['FROM', '{from}'],
      ['STATUS', '{status}', 'status'],
      ['TEXT', '{subject|body}', 'excerpt'],
    ],
  },

  handle: ({ query: { limit, after, first, skip, ...filter } }, { knobs, reply: answer }) =>
    answer(200, knobs.outbox.list(filter, pageIn({ limit, after, first, skip }))),
})

const clearOutbox = defineControl({
  id: 'control.clearOutbox',
  method: 'DELETE',
  path: '/_standin/outbox',
  summary: 'Clear the outbox, of both environments',
  request: {},
  replies: { 204: reply.empty() },
  command: [
    { group, name: 'list', flag: ['clear', 'Empty the outbox instead'], said },
    { group, name: 'clear', summary: 'Empty the outbox', said },
  ],

  handle: (_, { knobs, done }) => done(knobs.outbox.clear()),
})

export const outboxRows = [listOutbox, clearOutbox] as const
