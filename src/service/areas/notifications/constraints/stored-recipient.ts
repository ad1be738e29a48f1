/** A shipment's stored recipient: an order's recipient, or an older order's list, whose members all receive the same text. */
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
  // An order without a known channel may have no recipients.
  recipients: z.array(addressee),
})

export const storedRecipient = recipient.extend({
  recipientList: recipientList.optional(),
  attachments: z.array(attachment).optional().describe('The attachments of a composed email.'),
})

export type RecipientList = z.output<typeof recipientList>
export type StoredRecipient = z.output<typeof storedRecipient>
