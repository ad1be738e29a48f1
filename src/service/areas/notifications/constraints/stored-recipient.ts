/** The recipient of a shipment as it is kept: that of an order, or the list of an older order, whose recipients all get the same. */
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
  // Without a channel that has a name, an order may have none.
  recipients: z.array(addressee),
})

export const storedRecipient = recipient.extend({
  recipientList: recipientList.optional(),
  attachments: z.array(attachment).optional().describe('What a composed email takes along.'),
})

export type RecipientList = z.output<typeof recipientList>
export type StoredRecipient = z.output<typeof storedRecipient>
