/** What the service demands of a readable instant order. Source: notifications §4.5. */
import type { Errors } from '../refusals.ts'
import { isEmailAddress } from '../values/email-address.ts'
import { isPhoneNumber } from '../values/phone-number.ts'
import type { EmailDelivery, SmsDelivery } from './instant.ts'
import { emailContentTypes } from './order.ts'

/** Seconds. */
const shortestLife = 60
const longestLife = 172_800

const faults = (...found: readonly (readonly [key: string, message: string] | false)[]): Errors | undefined => {
  const broken = found.filter((each) => each !== false)
  return broken.length > 0 ? Object.fromEntries(broken.map(([key, message]) => [key, [message]])) : undefined
}

const smsRules = ({ phoneNumber, timeToLiveInSeconds: life }: SmsDelivery, key: string) =>
  faults(
    !isPhoneNumber(phoneNumber) && [`${key}.PhoneNumber`, 'Recipient phone number is not a valid mobile number.'],
    (life < shortestLife || life > longestLife) && [
      `${key}.TimeToLiveInSeconds`,
      'Time-to-live must be between 60 and 172800 seconds (48 hours).',
    ],
  )

function emailRules({ emailAddress, emailSettings }: EmailDelivery, key: string): Errors | undefined {
  const { senderEmailAddress: sender, contentType = 'Plain' } = emailSettings
  return faults(
    !isEmailAddress(emailAddress) && [`${key}.EmailAddress`, 'Invalid email address format.'],
    typeof sender === 'string' && !isEmailAddress(sender) && [`${key}.EmailSettings.SenderEmailAddress`, 'Invalid email address format.'],
    !emailContentTypes.includes(contentType) && [`${key}.EmailSettings.ContentType`, 'Email content type must be either Plain or HTML.'],
  )
}

export const instantSmsRules = ({ recipientSms }: { recipientSms: SmsDelivery }) => smsRules(recipientSms, 'RecipientSms')
export const instantOrderRules = ({ recipient }: { recipient: { recipientSms: SmsDelivery } }) =>
  smsRules(recipient.recipientSms, 'InstantNotificationRecipient.ShortMessageDeliveryDetails')
export const instantEmailRules = ({ recipientEmail }: { recipientEmail: EmailDelivery }) =>
  emailRules(recipientEmail, 'InstantEmailDetails')
