/** Control rows for the outbox. */
import { z } from 'zod'
import { beginning } from '../../service/areas/notifications/messages.ts'
import { channels, entryStatuses } from '../../service/areas/notifications/wire.ts'
import { reply } from '../../service/wire/row.ts'
import { environmentNames } from '../../service/world/records.ts'
import { pageIn, pageReply, windowQuery } from '../rows/page-query.ts'
import { defineControl } from '../rows/row.ts'

/** Source: decisions §12. */
export const sentMessage = z.object({
  id: z.string().describe('The message id.'),
  at: z.iso.datetime().describe('When the message was sent.'),
  environment: z.enum(environmentNames).describe('The environment: test or production.'),
  creator: z.string().describe("The order's creator: the service owner's code, or the issuer of the platform access token."),
  orderId: z.uuid().describe('The order id.'),
  shipmentId: z.uuid().describe('The shipment id. Its delivery manifest is at /future/shipment/{id}.'),
  position: z.int().describe("The recipient's position in the delivery manifest, starting at 0."),
  channel: z.enum(channels).describe('The channel: Email or SMS.'),
  to: z.string().describe("The recipient's address."),
  from: z.string().describe('The sender.'),
  subject: z.string().nullable().describe('The subject; null for an SMS.'),
  body: z.string().describe('The text.'),
  contentType: z.enum(['Plain', 'Html']).nullable().describe('The content type; null for an SMS.'),
  segments: z.int().nullable().describe('The number of SMS segments; null for an email.'),
  truncated: z.boolean().describe('True if an operator would truncate the message. The body here is complete.'),
  status: z.enum(entryStatuses).describe("The message's status."),
  statusAt: z.iso.datetime().describe('When the status changed.'),
  reports: z
    .array(
      z.object({
        at: z.iso.datetime().describe('When the report arrived.'),
        status: z.enum(entryStatuses).describe('The reported status.'),
      }),
    )
    .describe('The newest 50 delivery reports that a tester sent, oldest first. They are not in the journal.'),
  causedBy: z.string().nullable().describe('The journal line id for the call or job that sent the message.'),
})

export type SentMessage = z.output<typeof sentMessage>

export const outboxReply = z.object({
  messages: z.array(sentMessage).describe('The messages. Default order: oldest first.'),
  ...pageReply,
  dropped: z.int().describe('The number of messages dropped to make room for newer ones.'),
})

export const outboxFilter = z.object({
  id: z.string().optional().describe('Only the message with this id.'),
  environment: z.enum(environmentNames).optional().describe('The environment: test or production.'),
  recipient: z.string().optional().describe('Only messages to this address, or to the recipient with this number or URN in the order.'),
  text: z
    .string()
    .optional()
    .describe('Only messages with this text in the address or subject, or to the recipient with this number or URN in the order.'),
  channel: z.enum(channels).optional().describe('Only messages on this channel.'),
  orderId: z.string().optional().describe('Only messages from the order with this notificationOrderId.'),
  shipmentId: z.string().optional().describe('Only messages in this shipment.'),
  bodies: z.enum(['whole', 'beginning']).optional().describe(`"beginning" for only the first ${beginning} characters. Default: whole.`),
})
export type OutboxFilter = z.output<typeof outboxFilter>

const group = { name: 'outbox', summary: 'List sent messages, or empty the outbox' } as const
const said = 'Emptied the outbox of world {world}.'

/** Source: decisions §12. */
const listOutbox = defineControl('control.listOutbox', 'GET /_standin/outbox', {
  summary: 'The messages sent by the service, in both environments',
  request: { query: z.object({ ...outboxFilter.shape, ...windowQuery }) },
  replies: { 200: reply.json(outboxReply) },
  example: { query: { recipient: '+4799999999', channel: 'SMS' } },
  command: {
    group,
    name: 'list',
    byDefault: true,
    summary: 'List sent messages, newest last',
    without: ['bodies'],
    examples: [
      ['standin outbox --channel SMS', 'List all SMS messages with their status'],
      ['standin outbox --json --recipient 12838590150', 'List messages with complete bodies'],
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

const clearOutbox = defineControl('control.clearOutbox', 'DELETE /_standin/outbox', {
  summary: 'Empty the outbox in both environments',
  command: [
    { group, name: 'list', flag: ['clear', 'Empty the outbox instead'], said },
    { group, name: 'clear', summary: 'Empty the outbox', said },
  ],

  handle: (_, { knobs, done }) => done(knobs.outbox.clear()),
})

export const outboxRows = [listOutbox, clearOutbox] as const
