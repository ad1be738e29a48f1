/** What clients read of orders on the older routes. Source: notifications §14.6. */
import { z } from 'zod'
import { readGuid } from '../../../wire/values/identifiers.ts'
import { channelSchemas, emailContentTypes } from './order.ts'

/** The id may have any notation of a GUID. */
export const byOrderId = z.object({
  id: z
    .string()
    .refine((text) => readGuid(text) !== undefined, { error: ({ input }) => `The value '${String(input)}' is not valid.` })
    .meta({ format: 'uuid' }),
})

/** What each of the replies says of an order. Null members are left out. */
const order = {
  id: z.uuid(),
  sendersReference: z.string().optional(),
  requestedSendTime: z.iso.datetime(),
  creator: z.string(),
  created: z.iso.datetime(),
  notificationChannel: z.enum(channelSchemas),
  ignoreReservation: z.boolean().optional(),
  resourceId: z.string().optional(),
  resourceAction: z.string().optional(),
  conditionEndpoint: z.string().optional(),
}

export const baseReply = z.object(order)

const recipientReply = z.object({
  emailAddress: z.string().optional(),
  mobileNumber: z.string().optional(),
  nationalIdentityNumber: z.string().optional(),
  organizationNumber: z.string().optional(),
})

export const olderOrderReply = z.object({
  ...order,
  recipients: z.array(recipientReply),
  emailTemplate: z
    .object({ fromAddress: z.string(), subject: z.string(), body: z.string(), contentType: z.enum(emailContentTypes) })
    .optional(),
  smsTemplate: z.object({ senderNumber: z.string(), body: z.string() }).optional(),
  links: z.object({ self: z.string(), status: z.string() }),
})

export const olderOrdersReply = z.object({ count: z.int(), orders: z.array(olderOrderReply) })

/** An order whose messages wait for their ends is already Completed here. */
export const processingStatuses = ['Registered', 'Processing', 'Completed', 'SendConditionNotMet', 'Cancelled'] as const

const processingStatus = z.object({ status: z.enum(processingStatuses), description: z.string(), lastUpdate: z.iso.datetime() })

const channelSummary = z.object({ generated: z.int(), succeeded: z.int(), links: z.object({ self: z.string() }) })

export const orderStatusReply = z.object({
  ...order,
  processingStatus,
  notificationsStatusSummary: z.object({ email: channelSummary.optional(), sms: channelSummary.optional() }).optional(),
})

export const cancellationReply = z.object({
  ...order,
  processingStatus: processingStatus.extend({ status: z.literal('Cancelled') }),
})

export const messagesReply = z.object({
  orderId: z.uuid(),
  sendersReference: z.string().optional(),
  generated: z.int(),
  succeeded: z.int(),
  notifications: z.array(
    z.object({
      id: z.uuid(),
      succeeded: z.boolean(),
      recipient: recipientReply,
      sendStatus: z.object({ status: z.string(), description: z.string(), lastUpdate: z.iso.datetime() }),
    }),
  ),
})

export type BaseReply = z.output<typeof baseReply>
export type RecipientReply = z.output<typeof recipientReply>
export type OlderOrderReply = z.output<typeof olderOrderReply>
export type OrderStatusReply = z.output<typeof orderStatusReply>
export type ProcessingStatus = z.output<typeof processingStatus>
export type MessagesReply = z.output<typeof messagesReply>
