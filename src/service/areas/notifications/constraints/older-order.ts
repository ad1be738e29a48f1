/** Request schemas for the older routes, where an order can have several recipients. Source: notifications §14.2. */
import { z } from 'zod'
import { channelSchemas, conditionEndpoint, emailContentTypes, numbered, optionalText, requiredText, timestamp } from './order.ts'

/** A recipient in an older order: a number or addresses. */
export const addressee = z.object({
  emailAddress: optionalText.describe('The email address.'),
  mobileNumber: optionalText.describe('The phone number, with + or 00 and the country code.'),
  nationalIdentityNumber: optionalText.describe('The national identity number (11 digits). The service looks up the contact details.'),
  organizationNumber: optionalText.describe('The organization number (9 digits). The service looks up the contact details.'),
})

/** Shared by the three requests. Accepts a null recipient, because the live service fails on it only after checking all constraints. */
const base = {
  sendersReference: optionalText,
  requestedSendTime: timestamp.optional(),
  conditionEndpoint,
  ignoreReservation: z.boolean().nullish(),
  resourceId: optionalText,
  resourceAction: optionalText,
  recipients: z.array(addressee.nullable()).optional().describe('The recipients. Each has either a number, or one or both addresses.'),
}

const contentType = numbered(emailContentTypes, 0)
const subject = requiredText.describe('The subject. For a person or an organization, $recipientName$ and $recipientNumber$ are replaced.')
const body = requiredText.describe('The text. For a person or an organization, $recipientName$ and $recipientNumber$ are replaced.')
const senderText = "The sender's name or number. Default: the service's sender."

export const emailOrderRequest = z.object({ ...base, subject, body, contentType: contentType.nullish() })

export const smsOrderRequest = z.object({ ...base, senderNumber: optionalText.describe(senderText), body })

export const olderOrderRequest = z.object({
  ...base,
  notificationChannel: numbered(channelSchemas, 0)
    .nullish()
    .describe('The notification channels. If only the other channel has an address, it replaces the preferred channel.'),
  emailTemplate: z
    .object({
      fromAddress: z.string().optional().describe("The sender's address. Default: the service's sender."),
      subject,
      body,
      contentType: contentType.optional(),
    })
    .nullish()
    .describe('The email content. Required if the order can send email.'),
  smsTemplate: z
    .object({ senderNumber: z.string().optional().describe(senderText), body })
    .nullish()
    .describe('The SMS content. Required if the order can send SMS.'),
})

export type Addressee = z.output<typeof addressee>
export type EmailOrderRequest = z.output<typeof emailOrderRequest>
export type SmsOrderRequest = z.output<typeof smsOrderRequest>
export type OlderOrderRequest = z.output<typeof olderOrderRequest>
export type OlderBase = Pick<EmailOrderRequest, keyof typeof base>

/** Source: notifications §14.5. */
export const lookupStatuses = ['Success', 'PartialSuccess', 'Failed'] as const

export const placedReply = z.object({
  orderId: z.uuid().describe('The order id.'),
  recipientLookup: z
    .object({
      status: z
        .enum(lookupStatuses)
        .describe('Success, PartialSuccess or Failed, if all, some or none of the recipients identified by a number are reachable.'),
      isReserved: z.array(z.string()).describe('The reserved people.'),
      missingContact: z.array(z.string()).describe('Numbers without an address in the register.'),
    })
    .optional()
    .describe('Absent if all recipients have addresses in the order.'),
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
