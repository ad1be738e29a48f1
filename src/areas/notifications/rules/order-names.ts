/** The names that the service uses for the parts of an order in its validation messages. */
import type { Path, Step } from '../../../wire/json/scan.ts'
import { pascalCase, type RequestNames } from '../../../wire/request-names.ts'

const models = 'Altinn.Notifications.Models'

const nullable: Readonly<Record<string, string>> = {
  recipient: `${models}.NotificationRecipientExt`,
  reminders: `System.Collections.Generic.List\`1[${models}.NotificationReminderExt]`,
  dialogportenAssociation: `${models}.DialogportenIdentifiersExt`,
  recipientEmail: `${models}.Email.RecipientEmailExt`,
  recipientSms: `${models}.Sms.RecipientSmsExt`,
  recipientPerson: `${models}.Recipient.RecipientPersonExt`,
  recipientOrganization: `${models}.Recipient.RecipientOrganizationExt`,
  recipientExternalIdentity: `${models}.Recipient.RecipientExternalIdentityExt`,
  emailSettings: `${models}.Email.EmailSendingOptionsExt`,
  smsSettings: `${models}.Sms.SmsSendingOptionsExt`,
  conditionEndpoint: 'System.Uri',
}

const notNullable: Readonly<Record<string, string>> = {
  channelSchema: `${models}.NotificationChannelExt`,
  sendingTimePolicy: `${models}.SendingTimePolicyExt`,
  contentType: `${models}.EmailContentTypeExt`,
  ignoreReservation: 'System.Boolean',
  useStaleContactInformation: 'System.Boolean',
  delayDays: 'System.Nullable`1[System.Int32]',
  requestedSendTime: 'System.DateTime',
}

/** Source: notifications §4.3. */
function typeOf(path: Path): string {
  const last = path.at(-1)
  if (last === undefined) return `${models}.NotificationOrderChainRequestExt`
  if (typeof last === 'number') return `${models}.NotificationReminderExt`
  if (last === 'requestedSendTime' && path.length > 1) return 'System.Nullable`1[System.DateTime]'
  return nullable[last] ?? notNullable[last] ?? 'System.String'
}

/** Source: notifications §4.2. */
const keyOf = (path: Path): string =>
  path.map((step, at) => (typeof step === 'number' ? `[${step}]` : `${at > 0 ? '.' : ''}${nameOf(step, path[at - 1])}`)).join('')

function nameOf(step: string, parent: Step | undefined): string {
  const direct = parent === 'recipientEmail' || parent === 'recipientSms'
  return direct && step.endsWith('Settings') ? 'Settings' : pascalCase(step)
}

export const orderNames: RequestNames = {
  parameter: 'notificationOrderRequest',
  typeOf,
  mayBeNull: (path) => !(String(path.at(-1)) in notNullable),
  keyOf,
}
