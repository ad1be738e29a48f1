/** Constraints on an order, applied after it is parsed. */

import { isEmailAddress, isExternalIdentity, isPhoneNumber, resourcePrefix } from '../../../wire/identifiers.ts'
import { type Errors, Refusal } from '../../../wire/refusal.ts'
import type { ConstraintContext } from '../../../wire/row.ts'
import { trimBlanks } from '../../../wire/text.ts'
import { endOfTime, readTimestamp } from '../../../wire/timestamp.ts'
import { baseConstraints, collect, conditionConstraints, mostErrors, type Report } from './base-constraints.ts'
import {
  type ChannelSchema,
  channelSchemas,
  type EmailSettings,
  type ExternalIdentityRequest,
  emailContentTypes,
  type OrderRequest,
  type OrganizationRequest,
  type PersonRequest,
  type RecipientRequest,
  type ReminderRequest,
  type SmsSettings,
  sendingTimePolicies,
} from './order.ts'

const day = 86_400_000

/** Returns all errors. Throws the `unmappable` refusal if the only errors are reminders after the year 9999. Source: notifications §4.5. */
export function orderConstraints(request: OrderRequest, { now }: ConstraintContext): Errors | undefined {
  const errors = collect((report, count) => {
    const sendTime = baseConstraints(request, now, report)
    recipientConstraints(request.recipient, 'Recipient', report)
    for (const [at, reminder] of (request.reminders ?? []).entries()) {
      if (count() >= mostErrors) break
      reminderConstraints(reminder, `Reminders[${at}]`, { now, sendTime: sendTime ?? now }, report)
    }
  })
  if (errors && Object.values(errors).every((messages) => messages.every((message) => message === beyondCalendar)))
    throw new Refusal('unmappable', {}, errors)
  return errors
}

interface Times {
  readonly now: number
  readonly sendTime: number
}

function reminderConstraints(reminder: ReminderRequest, key: string, times: Times, report: Report): void {
  const hasDelay = typeof reminder.delayDays === 'number'
  const hasTime = typeof reminder.requestedSendTime === 'string'
  if (hasDelay === hasTime) report(key, 'Either DelayDays or RequestedSendTime must be defined, but not both.')
  if (hasDelay && hasTime) {
    report(`${key}.RequestedSendTime`, 'RequestedSendTime must be null when DelayDays is set.')
    report(`${key}.DelayDays`, 'DelayDays must be null when RequestedSendTime is set.')
  }
  delayConstraints(reminder.delayDays, `${key}.DelayDays`, times.sendTime, report)
  sendTimeConstraints(reminder.requestedSendTime, `${key}.RequestedSendTime`, times.now, report)
  conditionConstraints(reminder.conditionEndpoint, `${key}.`, report)
  recipientConstraints(reminder.recipient, `${key}.Recipient`, report)
}

/** Only Standin has this constraint: the live service fails on such a date. Source: decisions §1 #11. */
const beyondCalendar = 'DelayDays must not lead past the year 9999.'

function delayConstraints(days: number | null | undefined, key: string, sendTime: number, report: Report): void {
  if (typeof days !== 'number') return
  if (days < 1) report(key, 'DelayDays must be greater than or equal to 1 day.')
  else if (sendTime + days * day > endOfTime) report(key, beyondCalendar)
}

function sendTimeConstraints(text: string | null | undefined, key: string, now: number, report: Report): void {
  const time = typeof text === 'string' ? readTimestamp(text) : undefined
  if (time && !time.zoned) report(key, 'The RequestedSendTime must have specified a time zone.')
  if (time && time.at < now) report(key, 'RequestedSendTime must be greater than or equal to the current UTC time.')
}

/** `key`: the recipient's error key, `Recipient` or `Reminders[n].Recipient`. Source: notifications §4.5. */
export function recipientConstraints(recipient: RecipientRequest, key: string, report: Report): void {
  const { recipientEmail: email, recipientSms: sms, recipientPerson: person, recipientOrganization: organization } = recipient
  const external = recipient.recipientExternalIdentity
  const given = [email, sms, person, organization, external].filter(Boolean)
  if (given.length !== 1) report(key, 'Must have exactly one recipient.')
  if (email) {
    if (!isEmailAddress(email.emailAddress)) report(`${key}.RecipientEmail.EmailAddress`, 'Invalid email address format.')
    emailConstraints(email.emailSettings, `${key}.RecipientEmail.Settings`, report)
  }
  if (sms) {
    if (!isPhoneNumber(sms.phoneNumber)) {
      report(`${key}.RecipientSms.PhoneNumber`, 'Recipient phone number is not a valid mobile number.')
    }
    smsConstraints(sms.smsSettings, `${key}.RecipientSms.Settings`, report)
  }
  if (person) personConstraints(person, `${key}.RecipientPerson`, report)
  if (organization) organizationConstraints(organization, `${key}.RecipientOrganization`, report)
  if (external) externalConstraints(external, `${key}.RecipientExternalIdentity`, report)
}

/** .NET accepts digits in any script, except digits that need two UTF-16 units. */
export const elevenDigits = /^[^\P{Nd}\u{10000}-\u{10FFFF}]{11}$/u
export const nineDigits = /^[^\P{Nd}\u{10000}-\u{10FFFF}]{9}$/u

function personConstraints(person: PersonRequest, key: string, report: Report): void {
  lookupConstraints(person, key, report)
  if (!elevenDigits.test(person.nationalIdentityNumber)) {
    report(`${key}.NationalIdentityNumber`, 'National identity number must be 11 digits long.')
  }
}

function organizationConstraints(organization: OrganizationRequest, key: string, report: Report): void {
  lookupConstraints(organization, key, report)
  if (!nineDigits.test(organization.orgNumber)) report(`${key}.OrgNumber`, 'Organization number must be 9 digits long.')
}

function externalConstraints(external: ExternalIdentityRequest, key: string, report: Report): void {
  lookupConstraints(external, key, report)
  if (!isExternalIdentity(external.externalIdentity)) report(`${key}.ExternalIdentity`, 'Invalid external identity URN format.')
}

type Lookup = PersonRequest | OrganizationRequest | ExternalIdentityRequest

/** The settings that each channel schema requires, and the schema's name in messages. */
const needs: Record<ChannelSchema, { email: boolean; sms: boolean; name: string }> = {
  Email: { email: true, sms: false, name: 'Email' },
  Sms: { email: false, sms: true, name: 'Sms' },
  EmailPreferred: { email: true, sms: true, name: 'SmsPreferred or EmailPreferred' },
  SmsPreferred: { email: true, sms: true, name: 'SmsPreferred or EmailPreferred' },
  EmailAndSms: { email: true, sms: true, name: 'EmailAndSms' },
}

function lookupConstraints(recipient: Lookup, key: string, report: Report): void {
  const { channelSchema, emailSettings, smsSettings } = recipient
  if (channelSchemas.includes(channelSchema)) {
    const { email, sms, name } = needs[channelSchema]
    if (email && !emailSettings) report(`${key}.EmailSettings`, `EmailSettings must be set when ChannelSchema is ${name}`)
    if (sms && !smsSettings) report(`${key}.SmsSettings`, `SmsSettings must be set when ChannelSchema is ${name}`)
  } else report(`${key}.ChannelSchema`, 'Invalid channel scheme value.')
  if (emailSettings) emailConstraints(emailSettings, `${key}.EmailSettings`, report)
  if (smsSettings) smsConstraints(smsSettings, `${key}.SmsSettings`, report)
  resourceConstraints(recipient, key, report)
}

function resourceConstraints({ resourceId, resourceAction }: Lookup, key: string, report: Report): void {
  if (typeof resourceId === 'string' && !(resourceId.startsWith(resourcePrefix) && resourceId.length > resourcePrefix.length)) {
    report(`${key}.ResourceId`, 'ResourceId must have a valid syntax.')
  }
  if (typeof resourceAction !== 'string' || resourceAction === '') return
  if (!trimBlanks(resourceId ?? '')) report(`${key}.ResourceAction`, 'ResourceAction cannot be specified without a ResourceId.')
  else if (!trimBlanks(resourceAction)) report(`${key}.ResourceAction`, 'ResourceAction cannot be blank or whitespace.')
}

export function emailConstraints(settings: EmailSettings, key: string, report: Report): void {
  const { senderEmailAddress: sender, contentType = 'Plain', sendingTimePolicy = 'Anytime' } = settings
  if (typeof sender === 'string' && !isEmailAddress(sender)) {
    report(`${key}.SenderEmailAddress`, 'The sender email address is not valid.')
  }
  if (!emailContentTypes.includes(contentType)) report(`${key}.ContentType`, 'Email content type must be either Plain or HTML.')
  if (sendingTimePolicy !== 'Anytime') report(`${key}.SendingTimePolicy`, 'Email only supports send time anytime')
}

function smsConstraints({ sendingTimePolicy = 'Daytime' }: SmsSettings, key: string, report: Report): void {
  if (!sendingTimePolicies.includes(sendingTimePolicy)) {
    report(`${key}.SendingTimePolicy`, 'SMS only supports send time daytime and anytime')
  }
}
