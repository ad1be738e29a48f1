/** The schemas of the older routes: one order for several recipients. Source: notifications §14.2. */
import { z } from 'zod'
import { channelSchemas, conditionEndpoint, emailContentTypes, numbered, optionalText, requiredText, timestamp } from './order.ts'

/** Whom an older order names: one number, or the addresses themselves. */
export const addressee = z.object({
  emailAddress: optionalText,
  mobileNumber: optionalText,
  nationalIdentityNumber: optionalText,
  organizationNumber: optionalText,
})

/** What the three requests share. A null among the recipients passes the schema: the live service fails on it after all rules. */
const base = {
  sendersReference: optionalText,
  requestedSendTime: timestamp.optional(),
  conditionEndpoint,
  ignoreReservation: z.boolean().nullish(),
  resourceId: optionalText,
  resourceAction: optionalText,
  recipients: z.array(addressee.nullable()).optional(),
}

const contentType = numbered(emailContentTypes, 0)

export const emailOrderRequest = z.object({ ...base, subject: requiredText, body: requiredText, contentType: contentType.nullish() })

export const smsOrderRequest = z.object({ ...base, senderNumber: optionalText, body: requiredText })

export const olderOrderRequest = z.object({
  ...base,
  notificationChannel: numbered(channelSchemas, 0).nullish(),
  emailTemplate: z
    .object({ fromAddress: z.string().optional(), subject: requiredText, body: requiredText, contentType: contentType.optional() })
    .nullish(),
  smsTemplate: z.object({ senderNumber: z.string().optional(), body: requiredText }).nullish(),
})

export type Addressee = z.output<typeof addressee>
export type EmailOrderRequest = z.output<typeof emailOrderRequest>
export type SmsOrderRequest = z.output<typeof smsOrderRequest>
export type OlderOrderRequest = z.output<typeof olderOrderRequest>
export type OlderBase = Pick<EmailOrderRequest, keyof typeof base>

/** Source: notifications §14.5. */
export const lookupStatuses = ['Success', 'PartialSuccess', 'Failed'] as const

export const placedReply = z.object({
  orderId: z.uuid(),
  recipientLookup: z
    .object({
      status: z.enum(lookupStatuses),
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
  recipients: [{ mobileNumber: '+4799999999' }],
}

export const exampleOlderOrder = {
  sendersReference: 'case-7744',
  notificationChannel: 'EmailPreferred',
  emailTemplate: { subject: 'A new message', body: 'You have a new message.' },
  smsTemplate: { body: 'You have a new message.' },
  recipients: [{ nationalIdentityNumber: '12838590150' }],
}
