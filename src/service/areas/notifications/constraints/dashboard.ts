/** Schemas and constraints for support searches. Source: notifications §14.8. */
import { z } from 'zod'
import type { Errors } from '../../../wire/refusal.ts'
import { trimBlanks } from '../../../wire/text.ts'
import { readInstant } from '../../../wire/timestamp.ts'
import { collect } from './base-constraints.ts'
import { channelSchemas } from './order.ts'
import { elevenDigits, nineDigits } from './order-constraints.ts'

const moment = (about: string) => z.string().optional().describe(about)

/** Values remain strings; `windowOf` parses them. Errors use the service's parameter names. */
export const windowQuery = z
  .object({
    from: moment('The earliest requested send time. Default: seven days ago.'),
    to: moment('An upper bound for the requested send time (exclusive). Default: now.'),
  })
  .superRefine(({ from, to }, { addIssue }) => {
    for (const [name, value] of [
      ['From', from],
      ['To', to],
    ] as const)
      if (isGiven(value) && !readInstant(value))
        addIssue({ code: 'custom', path: [name], message: `The value '${value}' is not valid for ${name}.` })
  })

type Window = z.output<typeof windowQuery>

const timeOf = (text: string | undefined) => (isGiven(text) ? readInstant(text) : undefined)

/** True if a value is present. A blank value counts as missing. */
const isGiven = (text: string | undefined): text is string => trimBlanks(text ?? '') !== ''

const week = 7 * 86_400_000

export const windowOf = ({ from, to }: Window, now: number) => ({
  from: timeOf(from)?.at ?? now - week,
  to: timeOf(to)?.at ?? now,
})

/** Returns the errors for a search whose values could be parsed. */
export function searchErrors({ name, digits, message }: SearchedNumber, number: string, window: Window, now: number): Errors | undefined {
  const [from, to] = [timeOf(window.from), timeOf(window.to)]
  return collect((report) => {
    if (!digits.test(number)) report(name, message)
    if (from && !from.zoned) report('From', "The 'from' value must have specified a time zone.")
    if (from && to && from.at >= to.at) report('From', "'from' must be earlier than 'to'.")
    if (from && from.at > now) report('From', "'from' must not be in the future.")
    if (from && from.at < new Date(now).setUTCFullYear(new Date(now).getUTCFullYear() - 10))
      report('From', "'from' must not be earlier than 10 years ago.")
    if (to && !to.zoned) report('To', "The 'to' value must have specified a time zone.")
    if (to && to.at > now) report('To', "'to' must not be in the future.")
    if (to && !from && to.at <= now - week) report('To', "'to' must be later than the default 'from' (7 days ago).")
  })
}

/** A national identity number or organization number to search by. `name`: the service's parameter name. */
export interface SearchedNumber {
  readonly name: string
  readonly digits: RegExp
  readonly message: string
}

export const personNumber: SearchedNumber = {
  name: 'NationalIdentityNumber',
  digits: elevenDigits,
  message: 'National identity number must be 11 digits long.',
}

export const organizationNumber: SearchedNumber = {
  name: 'OrganizationNumber',
  digits: nineDigits,
  message: 'Organization number must be 9 digits long.',
}

/** Returns the schema for a header that contains the number. The number is sent in a header, so that it does not appear in access logs. */
function numberHeader<const H extends string>(header: H, { name }: SearchedNumber, about: string) {
  return z
    .object({ [header]: z.string().optional().describe(about) } as Record<H, z.ZodOptional<z.ZodString>>)
    .superRefine((given, { addIssue }) => {
      const value = (given as Record<string, string | undefined>)[header]
      const report = (text: string) => addIssue({ code: 'custom', path: [name], message: text })
      if (value === undefined) report(`A value for the '${name}' parameter or property was not provided.`)
      else if (value.trim() === '') report(`The ${name} field is required.`)
    })
}

export const personHeader = numberHeader('nationalidentitynumber', personNumber, "The recipient's national identity number.")

export const organizationHeader = numberHeader('organizationnumber', organizationNumber, "The recipient's organization number.")

export const attemptChannels = ['email', 'sms'] as const

export const dashboardReply = z.array(
  z.object({
    shipmentId: z.uuid(),
    creatorName: z.string().describe('The code of the service owner that placed the order.'),
    resourceId: z.string().optional().describe('The resource in the order.'),
    sendersReference: z.string().optional(),
    requestedSendTime: z.iso.datetime(),
    notificationChannel: z.enum(channelSchemas).describe('The notification channels.'),
    notificationType: z.string().describe('A notification, a reminder, an instant message or a composed email.'),
    deliveryAttempts: z
      .array(
        z.object({
          nationalIdentityNumber: z.string().optional().describe('The national identity number in the order.'),
          organizationNumber: z.string().optional().describe('The organization number in the order.'),
          channel: z.enum(attemptChannels).describe('The channel.'),
          emailAddress: z.string().optional().describe('The email address.'),
          mobileNumber: z.string().optional().describe('The phone number.'),
          result: z.string().describe('The message status.'),
          resultTime: z.iso.datetime().describe('The time of the last status change.'),
        }),
      )
      .describe('The messages to this recipient.'),
  }),
)

export type DashboardReply = z.output<typeof dashboardReply>
