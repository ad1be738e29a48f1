/** The schemas of the older routes: one order for several recipients. Source: notifications §14.2. */
import { z } from 'zod'
import { channelSchemas, conditionEndpoint, emailContentTypes, numbered, optionalText, requiredText, timestamp } from './order.ts'

/** Whom an older order names: one number, or the addresses themselves. */
export const addressee = z.object({
  emailAddress: optionalText.describe('The address that gets an email.'),
  mobileNumber: optionalText.describe('The number that gets an SMS, with + or 00 and the country code.'),
  nationalIdentityNumber: optionalText.describe('The national identity number: 11 digits. The service looks up the contact details.'),
  organizationNumber: optionalText.describe('The organization number: 9 digits. The service looks up the contact details.'),
})

/** What the three requests share. A null among the recipients passes the schema: the live service fails on it after all constraints. */
const base = {
  sendersReference: optionalText,
  requestedSendTime: timestamp.optional(),
  conditionEndpoint,
  ignoreReservation: z.boolean().nullish(),
  resourceId: optionalText,
  resourceAction: optionalText,
  recipients: z
    .array(addressee.nullable())
    .optional()
    .describe('Who gets the notification. Each has a number alone, or an address, or both addresses.'),
}

const contentType = numbered(emailContentTypes, 0)
const subject = requiredText.describe('The subject. For a person or an organization, $recipientName$ and $recipientNumber$ are replaced.')
const body = requiredText.describe('The text. For a person or an organization, $recipientName$ and $recipientNumber$ are replaced.')
const senderText = 'The name or number of the sender. Absent: that of the service.'

export const emailOrderRequest = z.object({ ...base, subject, body, contentType: contentType.nullish() })

export const smsOrderRequest = z.object({ ...base, senderNumber: optionalText.describe(senderText), body })

export const olderOrderRequest = z.object({
  ...base,
  notificationChannel: numbered(channelSchemas, 0)
    .nullish()
    .describe('By which channels the notification goes. A preferred channel gives way to the other one when only that has an address.'),
  emailTemplate: z
    .object({
      fromAddress: z.string().optional().describe('The address of the sender. Absent: that of the service.'),
      subject,
      body,
      contentType: contentType.optional(),
    })
    .nullish()
    .describe('What the email says. Required when the order can send email.'),
  smsTemplate: z
    .object({ senderNumber: z.string().optional().describe(senderText), body })
    .nullish()
    .describe('What the SMS says. Required when the order can send SMS.'),
})

export type Addressee = z.output<typeof addressee>
export type EmailOrderRequest = z.output<typeof emailOrderRequest>
export type SmsOrderRequest = z.output<typeof smsOrderRequest>
export type OlderOrderRequest = z.output<typeof olderOrderRequest>
export type OlderBase = Pick<EmailOrderRequest, keyof typeof base>

/** Source: notifications §14.5. */
export const lookupStatuses = ['Success', 'PartialSuccess', 'Failed'] as const

export const placedReply = z.object({
  orderId: z.uuid().describe('The id of the order.'),
  recipientLookup: z
    .object({
      status: z.enum(lookupStatuses).describe('Whether all, some or none of the recipients that the order names by number can be reached.'),
      isReserved: z.array(z.string()).describe('The people who are reserved.'),
      missingContact: z.array(z.string()).describe('The numbers that the register has no address for.'),
    })
    .optional()
    .describe('Absent where every recipient is given by address.'),
})
export type PlacedReply = z.output<typeof placedReply>

export const exampleEmailOrder = {
  sendersReference: 'case-7742',
  subject: 'A new message',
  body: 'You have a new message.',
  recipients: [{ emailAddress: 'someone@example.org' }, { nationalIdentityNumber: '12838590150' }],
}

export const exampleSmsOrder = {
  sendersReference: 'case-7743',
  body: 'You have a new message.',
  recipients: [{ mobileNumber: '+4799999999' }, { nationalIdentityNumber: '12838590150' }],
}

export const exampleOlderOrder = {
  sendersReference: 'case-7744',
  notificationChannel: 'EmailPreferred',
  emailTemplate: { subject: 'A new message', body: 'You have a new message.' },
  smsTemplate: { body: 'You have a new message.' },
  recipients: [{ nationalIdentityNumber: '12838590150' }],
}
