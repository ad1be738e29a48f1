/** The stored recipient of a shipment: the recipient of an order, or the list of an older order, whose members all get the same texts. */
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
