/** A shipment's stored recipient: a single recipient, or the list in an older order, whose members all receive the same text. */
import { z } from 'zod'
import { attachment } from './composed-email.ts'
import { addressee } from './older-order.ts'
import { channelSchemas, emailSettings, optionalText, recipient, smsSettings } from './order.ts'

const recipientList = z.object({
  channelSchema: z.enum(channelSchemas),
  emailSettings: emailSettings.optional(),
  smsSettings: smsSettings.optional(),
  resourceId: optionalText,
  resourceAction: optionalText,
  ignoreReservation: z.boolean().nullish(),
  // May be empty in an order without a known channel.
  recipients: z.array(addressee),
})

export const storedRecipient = recipient.extend({
  recipientList: recipientList.optional(),
  attachments: z.array(attachment).optional().describe('The attachments of a composed email.'),
})

export type RecipientList = z.output<typeof recipientList>
export type StoredRecipient = z.output<typeof storedRecipient>
