/** Request schemas for orders. */
import { z } from 'zod'
import { notBlank } from '../../../wire/text.ts'
import { readTimestamp } from '../../../wire/timestamp.ts'
import { isReadableUri } from '../../../wire/uri.ts'

export const channelSchemas = ['Email', 'Sms', 'EmailPreferred', 'SmsPreferred', 'EmailAndSms'] as const
export const emailContentTypes = ['Plain', 'Html'] as const
export const sendingTimePolicies = ['Anytime', 'Daytime'] as const

/**
 * An enum given by name or as an integer. The reader replaces numbers with names, and constraints refuse unknown numbers, so handlers see
 * only names.
 */
export function numbered<const T extends readonly [string, ...string[]]>(
  names: T,
  first: number,
  number: z.ZodType = z.int32(),
): z.ZodType<T[number]> {
  const numbers = Object.fromEntries(names.map((name, at) => [first + at, name]))
  return z.union([z.enum(names).meta({ numbers }), number]) as unknown as z.ZodType<T[number]>
}

export const optionalText = z.string().nullish()
export const requiredText = z.string().regex(notBlank)
export const timestamp = z
  .string()
  .refine((text) => readTimestamp(text) !== undefined)
  .meta({ format: 'date-time' })
export const conditionEndpoint = z.string().refine(isReadableUri).meta({ format: 'uri' }).nullish()
const channelSchema = numbered(channelSchemas, 0)
const sendingTimePolicy = numbered(
  sendingTimePolicies,
  1,
  z.uint32().refine((value) => !Object.is(value, -0)),
).optional()

export const emailSettings = z.object({
  senderEmailAddress: optionalText,
  subject: requiredText,
  body: requiredText,
  contentType: numbered(emailContentTypes, 0).optional(),
  sendingTimePolicy,
})

export const smsSettings = z.object({ sender: optionalText, body: requiredText, sendingTimePolicy })

/** Shared by all recipients whose contact details are looked up in a register. */
const lookup = {
  channelSchema,
  emailSettings: emailSettings.nullish(),
  smsSettings: smsSettings.nullish(),
  resourceId: optionalText,
  resourceAction: optionalText,
}

const recipientPerson = z.object({
  nationalIdentityNumber: requiredText,
  ...lookup,
  ignoreReservation: z.boolean().optional(),
  useStaleContactInformation: z.boolean().optional(),
})
const recipientOrganization = z.object({ orgNumber: requiredText, ...lookup })
const recipientExternalIdentity = z.object({ externalIdentity: requiredText, ...lookup })

export const recipient = z.object({
  recipientEmail: z.object({ emailAddress: requiredText, emailSettings }).nullish(),
  recipientSms: z.object({ phoneNumber: requiredText, smsSettings }).nullish(),
  recipientPerson: recipientPerson.nullish(),
  recipientOrganization: recipientOrganization.nullish(),
  recipientExternalIdentity: recipientExternalIdentity.nullish(),
})

export const dialogportenAssociation = z.object({ dialogId: optionalText, transmissionId: optionalText }).nullish()

const reminder = z.object({
  sendersReference: optionalText,
  conditionEndpoint,
  delayDays: z.int32().nullish(),
  requestedSendTime: timestamp.nullish(),
  recipient,
})

/** The schema has no defaults, because the operation applies them. Source: notifications §3.2. */
export const orderRequest = z.object({
  idempotencyId: requiredText,
  sendersReference: optionalText,
  requestedSendTime: timestamp.optional(),
  conditionEndpoint,
  dialogportenAssociation,
  recipient,
  reminders: z.array(reminder).nullish(),
})

export type OrderRequest = z.output<typeof orderRequest>
export type ReminderRequest = z.output<typeof reminder>
export type RecipientRequest = z.output<typeof recipient>
export type PersonRequest = z.output<typeof recipientPerson>
export type OrganizationRequest = z.output<typeof recipientOrganization>
export type ExternalIdentityRequest = z.output<typeof recipientExternalIdentity>
export type EmailSettings = z.output<typeof emailSettings>
export type SmsSettings = z.output<typeof smsSettings>
export type ChannelSchema = (typeof channelSchemas)[number]

export const exampleOrder = {
  idempotencyId: 'case-7741',
  sendersReference: 'case-7741',
  recipient: {
    recipientPerson: {
      nationalIdentityNumber: '12838590150',
      channelSchema: 'EmailPreferred',
      emailSettings: { subject: 'A new message', body: 'You have a new message.' },
      smsSettings: { body: 'You have a new message.' },
    },
  },
}

export const exampleInstantOrder = {
  idempotencyId: 'login-3392',
  recipient: {
    recipientSms: { phoneNumber: '+4799999999', timeToLiveInSeconds: 300, smsSettings: { body: 'Your code is 482914.' } },
  },
}

export const exampleInstantEmail = {
  idempotencyId: 'receipt-5120',
  sendersReference: 'receipt-5120',
  recipientEmail: {
    emailAddress: 'someone@example.org',
    emailSettings: { subject: 'Your receipt', body: '<p>Thank you.</p>', contentType: 'Html' },
  },
}

export const exampleInstantSms = {
  idempotencyId: 'login-3391',
  sendersReference: 'login-3391',
  recipientSms: {
    phoneNumber: '+4799999999',
    timeToLiveInSeconds: 300,
    smsSettings: { sender: 'Altinn', body: 'Your code is 482913.' },
  },
}
