/** The replies about the outbox. */
import { z } from 'zod'
import { channels, entryStatuses } from '../areas/notifications/rules/shipment.ts'
import { environmentNames } from '../state/agenda.ts'
import { pageReply } from './page.ts'

/** Source: decisions §12. */
export const sentMessage = z.object({
  id: z.string(),
  at: z.iso.datetime(),
  environment: z.enum(environmentNames),
  creator: z.string(),
  orderId: z.uuid(),
  shipmentId: z.uuid(),
  position: z.int().describe('Of its recipient in the delivery manifest, counted from 0.'),
  channel: z.enum(channels),
  to: z.string(),
  from: z.string(),
  subject: z.string().nullable().describe('Null for an SMS.'),
  body: z.string(),
  contentType: z.enum(['Plain', 'Html']).nullable().describe('Null for an SMS.'),
  segments: z.int().nullable().describe('Null for an email.'),
  truncated: z.boolean().describe('Whether an operator would cut it; the body here is whole.'),
  status: z.enum(entryStatuses),
  statusAt: z.iso.datetime(),
  reports: z
    .array(z.object({ at: z.iso.datetime(), status: z.enum(entryStatuses) }))
    .describe('The delivery reports that a tester let arrive, oldest first; the newest 50. No line of the journal has them.'),
  causedBy: z.string().nullable().describe('The line of the journal, of a call or job, that sent it.'),
})

export type SentMessage = z.output<typeof sentMessage>

export const outboxReply = z.object({
  messages: z.array(sentMessage),
  ...pageReply,
  dropped: z.int().describe('How many messages made room for newer lines.'),
})
