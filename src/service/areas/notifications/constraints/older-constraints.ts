/** Constraints on an older order, applied after it is parsed. Source: notifications §14.4. */

import { isEmailAddress, isPhoneNumber } from '../../../wire/identifiers.ts'
import { type Errors, Refusal } from '../../../wire/refusal.ts'
import type { ConstraintContext } from '../../../wire/row.ts'
import { trimBlanks } from '../../../wire/text.ts'
import { readTimestamp } from '../../../wire/timestamp.ts'
import { isUrlWithDomain } from '../../../wire/uri.ts'
import { collect, mostErrors, type Report } from './base-constraints.ts'
import type { Addressee, EmailOrderRequest, OlderBase, OlderOrderRequest, SmsOrderRequest } from './older-order.ts'
import { type ChannelSchema, channelSchemas } from './order.ts'
import { elevenDigits, nineDigits } from './order-constraints.ts'

/** A send time may be this many milliseconds in the past. */
const grace = 5 * 60_000

export const emailOrderConstraints = (request: EmailOrderRequest, context: ConstraintContext) => check(request, 'email', context)

export const smsOrderConstraints = (request: SmsOrderRequest, context: ConstraintContext) => check(request, 'sms', context)

/** Checks recipients and templates only if the order has a channel. */
export function olderOrderConstraints(request: OlderOrderRequest, context: ConstraintContext): Errors | undefined {
  const { notificationChannel: channel, emailTemplate, smsTemplate } = request
  const isKnown = channel != null && channelSchemas.includes(channel)
  return check(request, isKnown ? kindOf[channel] : undefined, context, (report) => {
    if (channel == null) report('NotificationChannel', 'A notification channel must be defined.')
    if (!isKnown) return
    if (channel !== 'Sms' && !emailTemplate)
      report('EmailTemplate', 'An email template is required for the selected the notification channel.')
    if (channel !== 'Email' && !smsTemplate) report('SmsTemplate', 'An SMS template is required for the selected the notification channel.')
  })
}

/** The kind of address that recipients may have. */
type Kind = 'email' | 'sms' | 'either'

const kindOf: Readonly<Record<ChannelSchema, Kind>> = {
  Email: 'email',
  Sms: 'sms',
  EmailPreferred: 'either',
  SmsPreferred: 'either',
  EmailAndSms: 'either',
}

function check(
  request: OlderBase,
  kind: Kind | undefined,
  { now }: ConstraintContext,
  more?: (report: Report) => void,
): Errors | undefined {
  const { recipients = [] } = request
  const errors = collect((report, count) => {
    baseConstraints(request, now, report)
    more?.(report)
    if (kind === undefined) return
    if (recipients.length === 0) report('Recipients', 'One or more recipient is required.')
    for (const [at, recipient] of recipients.entries()) {
      if (count() >= mostErrors) break
      if (recipient) addresseeConstraints(recipient, kind, `Recipients[${at}]`, report)
    }
  })
  if (errors) return errors
  // A null recipient makes the live service fail, but only after it has checked all constraints. Source: decisions §1 #11.
  const at = recipients.indexOf(null)
  if (at >= 0) throw new Refusal('unmappable', {}, { [`Recipients[${at}]`]: ['A list entry must not be null.'] })
  return undefined
}

function baseConstraints(
  { requestedSendTime, conditionEndpoint, resourceId, resourceAction }: OlderBase,
  now: number,
  report: Report,
): void {
  const sendTime = requestedSendTime === undefined ? undefined : readTimestamp(requestedSendTime)
  if (sendTime && !sendTime.zoned) report('RequestedSendTime', 'The requested send time value must have specified a time zone.')
  if (sendTime && sendTime.at < now - grace)
    report('RequestedSendTime', 'Send time must be in the future. Leave blank to send immediately.')
  if (typeof conditionEndpoint === 'string' && !isUrlWithDomain(conditionEndpoint))
    report('ConditionEndpoint', 'The condition endpoint must be a valid URL.')
  if (trimBlanks(resourceAction ?? '') && !trimBlanks(resourceId ?? ''))
    report('ResourceAction', 'ResourceAction cannot be specified without a ResourceId.')
}

const wanted: Readonly<Record<Kind, string>> = {
  email: 'email address',
  sms: 'mobile number starting with country code',
  either: 'email address, mobile number starting with country code',
}

function addresseeConstraints(addressee: Addressee, kind: Kind, key: string, report: Report): void {
  const { emailAddress: email, mobileNumber: mobile, nationalIdentityNumber: person, organizationNumber: organization } = addressee
  const direct = { email, sms: mobile, either: email || mobile }[kind]
  if (!direct && !person && !organization)
    report(key, `Either a valid ${wanted[kind]}, organization number, or national identity number must be provided for each recipient.`)
  if (kind !== 'sms' && email && !isEmailAddress(email)) report(`${key}.EmailAddress`, 'Invalid email address format.')
  if (kind !== 'email' && mobile && !isPhoneNumber(mobile))
    report(`${key}.MobileNumber`, "Mobile number can contain only '+' and numeric characters, and it must adhere to the E.164 standard.")
  if (person && !elevenDigits.test(person)) report(`${key}.NationalIdentityNumber`, 'National identity number must be 11 digits long.')
  if (organization && !nineDigits.test(organization)) report(`${key}.OrganizationNumber`, 'Organization number must be 9 digits long.')
  if (person && (email || mobile || organization))
    report(key, 'National identity number cannot be combined with email address, mobile number, or organization number.')
  if (organization && (email || mobile || person))
    report(key, 'Organization number cannot be combined with email address, mobile number, or national identity number.')
}
