/** What the service calls the parts of an instant order in its refusals. Source: notifications §4.2, §4.3. */
import type { RequestNames } from '../request-names.ts'

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
const values = ['timeToLiveInSeconds', 'contentType']

const pascal = (name: string) => name.charAt(0).toUpperCase() + name.slice(1)

const names = (root: string, keys: Readonly<Record<string, string>>): RequestNames => ({
  parameter: 'request',
  typeOf: (path) => (path.length === 0 ? `${models}.Orders.${root}` : (types[String(path.at(-1))] ?? 'System.String')),
  mayBeNull: (path) => !values.includes(String(path.at(-1))),
  keyOf: (path) => path.map((step) => keys[step] ?? pascal(String(step))).join('.'),
})

export const instantSmsNames = names('InstantSmsNotificationOrderRequestExt', { smsSettings: 'ShortMessageContent' })
export const instantOrderNames = names('InstantNotificationOrderRequestExt', {
  recipient: 'InstantNotificationRecipient',
  recipientSms: 'ShortMessageDeliveryDetails',
  smsSettings: 'ShortMessageContent',
})
export const instantEmailNames = names('InstantEmailNotificationOrderRequestExt', { recipientEmail: 'InstantEmailDetails' })
