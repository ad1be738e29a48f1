/** Type names in validation messages for older orders and composed emails. Source: notifications §14.3. */

import type { Path } from '../../../wire/json.ts'
import type { RequestNames } from '../../../wire/json-errors.ts'
import { indexedKey, models } from './validation-errors.ts'

const list = (of: string) => `System.Collections.Generic.List\`1[${models}.${of}]`
const nullable = (of: string) => `System.Nullable\`1[${of}]`

/** Keyed by the last name in a path. `name[]` means an entry in the `name` list. */
const types: Readonly<Record<string, string>> = {
  requestedSendTime: 'System.DateTime',
  conditionEndpoint: 'System.Uri',
  ignoreReservation: nullable('System.Boolean'),
  recipients: list('RecipientExt'),
  'recipients[]': `${models}.RecipientExt`,
  notificationChannel: nullable(`${models}.NotificationChannelExt`),
  emailTemplate: `${models}.EmailTemplateExt`,
  smsTemplate: `${models}.SmsTemplateExt`,
  contentType: `${models}.EmailContentTypeExt`,
  sendingTimePolicy: `${models}.SendingTimePolicyExt`,
  dialogportenAssociation: `${models}.DialogportenIdentifiersExt`,
  recipient: `${models}.Recipient.RecipientComposedEmailExt`,
  emailSettings: `${models}.Email.ComposedEmailSendingOptionsExt`,
  attachments: list('Files.SasFileReferenceExt'),
  'attachments[]': `${models}.Files.SasFileReferenceExt`,
  sasUrl: 'System.Uri',
}

const notNullable = ['requestedSendTime', 'contentType', 'sendingTimePolicy']

const lastOf = (path: Path) => (typeof path.at(-1) === 'number' ? `${String(path.at(-2))}[]` : String(path.at(-1)))

function names(parameter: string, root: string, more: Partial<RequestNames> = {}): RequestNames {
  return {
    parameter,
    typeOf: (path) => (path.length === 0 ? `${models}.${root}` : (types[lastOf(path)] ?? 'System.String')),
    mayBeNull: (path) => !notNullable.includes(lastOf(path)),
    // A missing property is not a read error, except in composed emails.
    mayBeAbsent: () => true,
    keyOf: (path) => indexedKey(path),
    ...more,
  }
}

const typeOfContent = nullable(`${models}.EmailContentTypeExt`)
const emailRoot = 'Email.EmailNotificationOrderRequestExt'

export const emailOrderNames: RequestNames = names('emailNotificationOrderRequest', emailRoot, {
  typeOf: (path) =>
    path.length === 0
      ? `${models}.${emailRoot}`
      : lastOf(path) === 'contentType'
        ? typeOfContent
        : (types[lastOf(path)] ?? 'System.String'),
})
export const smsOrderNames: RequestNames = names('smsNotificationOrderRequest', 'Sms.SmsNotificationOrderRequestExt')
export const olderOrderNames: RequestNames = names('notificationOrderRequest', 'NotificationOrderRequestExt')

export const composedEmailNames: RequestNames = names('orderRequest', 'ComposedEmailRequestExt', {
  mayBeAbsent: () => false,
  keyOf: (path) => indexedKey(path.map((step) => (step === 'emailSettings' ? 'settings' : step))),
})
