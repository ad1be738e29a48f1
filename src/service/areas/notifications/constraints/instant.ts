/** Schemas, constraints and validation names for instant messages. */
import { z } from 'zod'
import { isEmailAddress, isPhoneNumber } from '../../../wire/identifiers.ts'
import { pascalCase, type RequestNames } from '../../../wire/json-errors.ts'
import type { Errors } from '../../../wire/refusal.ts'
import { emailContentTypes, emailSettings, requiredText, smsSettings } from './order.ts'
import { orderReply } from './replies.ts'

/** These settings have no `sendingTimePolicy`, because the service ignores that property in instant messages. */
const shortMessage = smsSettings.pick({ sender: true, body: true }).meta({ title: 'InstantSmsSettings' })
const emailContent = emailSettings.omit({ sendingTimePolicy: true }).meta({ title: 'InstantEmailSettings' })

const smsDelivery = z
  .object({ phoneNumber: requiredText, timeToLiveInSeconds: z.int32(), smsSettings: shortMessage })
  .meta({ title: 'InstantSms' })
const emailDelivery = z.object({ emailAddress: requiredText, emailSettings: emailContent }).meta({ title: 'InstantEmail' })

const ids = { idempotencyId: requiredText, sendersReference: z.string().nullish() }

/** Source: notifications §3.3. */
export const instantSmsRequest = z.object({ ...ids, recipientSms: smsDelivery })
/** Source: notifications §3.4. */
export const instantOrderRequest = z.object({
  ...ids,
  recipient: z.object({ recipientSms: smsDelivery }).meta({ title: 'InstantRecipient' }),
})
/** Source: notifications §3.5. */
export const instantEmailRequest = z.object({ ...ids, recipientEmail: emailDelivery })

/** Source: notifications §5.2. */
export const instantReply = z.object({
  notificationOrderId: orderReply.shape.notificationOrderId,
  notification: orderReply.shape.notification.omit({ reminders: true }),
})

export type SmsDelivery = z.output<typeof smsDelivery>
export type EmailDelivery = z.output<typeof emailDelivery>

const shortestLife = 60
const longestLife = 172_800

const errorsOf = (...checks: readonly (readonly [key: string, message: string] | false)[]): Errors | undefined => {
  const errors = checks.filter((each) => each !== false)
  return errors.length > 0 ? Object.fromEntries(errors.map(([key, message]) => [key, [message]])) : undefined
}

const smsConstraints = ({ phoneNumber, timeToLiveInSeconds: life }: SmsDelivery, key: string) =>
  errorsOf(
    !isPhoneNumber(phoneNumber) && [`${key}.PhoneNumber`, 'Recipient phone number is not a valid mobile number.'],
    (life < shortestLife || life > longestLife) && [
      `${key}.TimeToLiveInSeconds`,
      'Time-to-live must be between 60 and 172800 seconds (48 hours).',
    ],
  )

function emailConstraints({ emailAddress, emailSettings }: EmailDelivery, key: string): Errors | undefined {
  const { senderEmailAddress: sender, contentType = 'Plain' } = emailSettings
  return errorsOf(
    !isEmailAddress(emailAddress) && [`${key}.EmailAddress`, 'Invalid email address format.'],
    typeof sender === 'string' && !isEmailAddress(sender) && [`${key}.EmailSettings.SenderEmailAddress`, 'Invalid email address format.'],
    !emailContentTypes.includes(contentType) && [`${key}.EmailSettings.ContentType`, 'Email content type must be either Plain or HTML.'],
  )
}

/** Source for the constraints: notifications §4.5. */
export const instantSmsConstraints = ({ recipientSms }: { recipientSms: SmsDelivery }) => smsConstraints(recipientSms, 'RecipientSms')
export const instantOrderConstraints = ({ recipient }: { recipient: { recipientSms: SmsDelivery } }) =>
  smsConstraints(recipient.recipientSms, 'InstantNotificationRecipient.ShortMessageDeliveryDetails')
export const instantEmailConstraints = ({ recipientEmail }: { recipientEmail: EmailDelivery }) =>
  emailConstraints(recipientEmail, 'InstantEmailDetails')

const models = 'Altinn.Notifications.Models'

const types: Readonly<Record<string, string>> = {
  recipient: `${models}.Recipient.InstantNotificationRecipientExt`,
  recipientSms: `${models}.Sms.ShortMessageDeliveryDetailsExt`,
  smsSettings: `${models}.Sms.ShortMessageContentExt`,
  recipientEmail: `${models}.Email.InstantEmailDetailsExt`,
  emailSettings: `${models}.Email.InstantEmailContentExt`,
  timeToLiveInSeconds: 'System.Int32',
  contentType: `${models}.EmailContentTypeExt`,
}
const notNullable = ['timeToLiveInSeconds', 'contentType']

const names = (root: string, keys: Readonly<Record<string, string>>): RequestNames => ({
  parameter: 'request',
  typeOf: (path) => (path.length === 0 ? `${models}.Orders.${root}` : (types[String(path.at(-1))] ?? 'System.String')),
  mayBeNull: (path) => !notNullable.includes(String(path.at(-1))),
  keyOf: (path) => path.map((step) => keys[step] ?? pascalCase(String(step))).join('.'),
})

/** Source for the names: notifications §4.2, §4.3. */
export const instantSmsNames = names('InstantSmsNotificationOrderRequestExt', { smsSettings: 'ShortMessageContent' })
export const instantOrderNames = names('InstantNotificationOrderRequestExt', {
  recipient: 'InstantNotificationRecipient',
  recipientSms: 'ShortMessageDeliveryDetails',
  smsSettings: 'ShortMessageContent',
})
export const instantEmailNames = names('InstantEmailNotificationOrderRequestExt', { recipientEmail: 'InstantEmailDetails' })
