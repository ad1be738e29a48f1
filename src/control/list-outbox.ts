/** Lists what has been sent. */
import { z } from 'zod'
import { emailStatuses, smsStatuses } from '../wire/notifications/shipment.ts'
import { reply } from '../wire/row.ts'
import { zulu } from '../wire/values/timestamp.ts'
import { defineControl } from './row.ts'

const query = z.object({
  recipient: z.string().optional().describe('An address, or the number or URN by which the order names its recipient.'),
  channel: z.enum(['Email', 'SMS']).optional(),
  orderId: z.string().optional().describe('The notificationOrderId.'),
  shipmentId: z.string().optional(),
})

/** Source: decisions §12. */
const message = z.object({
  id: z.string(),
  at: z.iso.datetime(),
  environment: z.enum(['test', 'production']),
  creator: z.string(),
  orderId: z.uuid(),
  shipmentId: z.uuid(),
  channel: z.enum(['Email', 'SMS']),
  to: z.string(),
  from: z.string(),
  subject: z.string().nullable().describe('Null for an SMS.'),
  body: z.string(),
  contentType: z.enum(['Plain', 'Html']).nullable().describe('Null for an SMS.'),
  segments: z.int().nullable().describe('Null for an email.'),
  truncated: z.boolean().describe('Whether an operator would cut it; the body here is whole.'),
  status: z.enum([...emailStatuses, ...smsStatuses]),
  statusAt: z.iso.datetime(),
})

export const listOutbox = defineControl({
  id: 'control.listOutbox',
  method: 'GET',
  path: '/_standin/outbox',
  summary: 'What has been sent, in both environments, oldest first',
  request: { query },
  replies: { 200: reply.json(z.object({ messages: z.array(message), total: z.int() })) },
  example: { query: { recipient: '+4799999999', channel: 'SMS' } },

  handle({ query: filter }, { knobs, reply: answer }) {
    const messages = knobs.outbox.list(filter).map(({ at, status, statusAt, ...sent }) => ({
      ...sent,
      at: zulu(at),
      status: status as z.output<typeof message>['status'],
      statusAt: zulu(statusAt),
    }))
    return answer(200, { messages, total: messages.length })
  },
})
