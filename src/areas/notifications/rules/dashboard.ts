/** What support asks about a person or an organization, and what it gets. Source: notifications §14.8. */
import { z } from 'zod'
import { readTimestamp } from '../../../wire/values/timestamp.ts'
import { channelSchemas } from './order.ts'

const moment = (about: string) => z.string().optional().describe(about)

/** The values stay texts, which `windowOf` reads. The errors have the names of the service's parameters. */
export const windowQuery = z
  .object({
    from: moment('The earliest requested send time. The default is seven days ago.'),
    to: moment('The requested send time must be before this. The default is now.'),
  })
  .superRefine(({ from, to }, { addIssue }) => {
    const report = (name: string, message: string) => addIssue({ code: 'custom', path: [name], message })
    for (const [name, value] of [
      ['From', from],
      ['To', to],
    ] as const)
      if (value && !readTimestamp(value)) report(name, `The value '${value}' is not valid for ${name}.`)
    const [first, last] = [timeOf(from), timeOf(to)]
    if (first !== undefined && last !== undefined && first >= last) report('From', "'from' must be earlier than 'to'.")
  })

/** An empty value counts as none. */
const timeOf = (text: string | undefined) => (text ? readTimestamp(text)?.at : undefined)

const week = 7 * 86_400_000

export const windowOf = ({ from, to }: z.output<typeof windowQuery>, now: number) => ({
  from: timeOf(from) ?? now - week,
  to: timeOf(to) ?? now,
})

/** The number stands in a header, so that no log of addresses has it. `name` is the name of the service's parameter. */
function numberHeader<const H extends string>(header: H, name: string, digits: RegExp, message: string, about: string) {
  return z
    .object({ [header]: z.string().optional().describe(about) } as Record<H, z.ZodOptional<z.ZodString>>)
    .superRefine((given, { addIssue }) => {
      const value = (given as Record<string, string | undefined>)[header]
      const report = (text: string) => addIssue({ code: 'custom', path: [name], message: text })
      if (value === undefined) report(`A value for the '${name}' parameter or property was not provided.`)
      else if (value.trim() === '') report(`The ${name} field is required.`)
      else if (!digits.test(value)) report(message)
    })
}

export const personHeader = numberHeader(
  'nationalidentitynumber',
  'NationalIdentityNumber',
  /^\d{11}$/,
  'National identity number must be 11 digits long.',
  'The national identity number of the recipient.',
)

export const organizationHeader = numberHeader(
  'organizationnumber',
  'OrganizationNumber',
  /^\d{9}$/,
  'Organization number must be 9 digits long.',
  'The organization number of the recipient.',
)

export const attemptChannels = ['email', 'sms'] as const

export const dashboardReply = z.array(
  z.object({
    shipmentId: z.uuid(),
    creatorName: z.string().describe('Who ordered: the code of the service owner.'),
    resourceId: z.string().optional().describe('The resource that the order names.'),
    sendersReference: z.string().optional(),
    requestedSendTime: z.iso.datetime(),
    notificationChannel: z.enum(channelSchemas).describe('By which channels the notification goes.'),
    notificationType: z.string().describe('Whether it is a notification, a reminder, an instant message or a composed email.'),
    deliveryAttempts: z
      .array(
        z.object({
          nationalIdentityNumber: z.string().optional().describe('The national identity number in the order.'),
          organizationNumber: z.string().optional().describe('The organization number in the order.'),
          channel: z.enum(attemptChannels).describe('The channel.'),
          emailAddress: z.string().optional().describe('The address of the email.'),
          mobileNumber: z.string().optional().describe('The number of the SMS.'),
          result: z.string().describe('Where the message is.'),
          resultTime: z.iso.datetime().describe('When that changed.'),
        }),
      )
      .describe('The messages to this recipient.'),
  }),
)

export type DashboardReply = z.output<typeof dashboardReply>
