/** Schemas for the older routes' replies about orders. Source: notifications §14.6. */
import { z } from 'zod'
import { readGuid, unreadableValue } from '../../../wire/identifiers.ts'
import { channelSchemas, emailContentTypes } from './order.ts'

/** The id may be in any GUID notation. */
export const byOrderId = z.object({
  id: z
    .string()
    .refine((text) => readGuid(text) !== undefined, { error: ({ input }) => unreadableValue(String(input)) })
    .meta({ format: 'uuid' })
    .describe('The id of the order, which is the id of a shipment.'),
})

/** The order's members that each reply contains. Null members are omitted. */
const order = {
  id: z.uuid().describe('The id of the order.'),
  sendersReference: z.string().optional(),
  requestedSendTime: z.iso.datetime(),
  creator: z.string(),
  created: z.iso.datetime(),
  notificationChannel: z.enum(channelSchemas).describe('The channels of the notification.'),
  ignoreReservation: z.boolean().optional(),
  resourceId: z.string().optional(),
  resourceAction: z.string().optional(),
  conditionEndpoint: z.string().optional(),
}

export const baseReply = z.object(order)

const recipientReply = z.object({
  emailAddress: z.string().optional().describe('The email address. Empty if the register contains none.'),
  mobileNumber: z.string().optional().describe('The phone number. Empty if the register contains none.'),
  nationalIdentityNumber: z.string().optional().describe('The national identity number in the order.'),
  organizationNumber: z.string().optional().describe('The organization number in the order.'),
})

export const olderOrderReply = z.object({
  ...order,
  recipients: z.array(recipientReply).describe('The recipients as in the order.'),
  emailTemplate: z
    .object({
      fromAddress: z.string().describe('The address of the sender.'),
      subject: z.string().describe('The subject.'),
      body: z.string().describe('The text.'),
      contentType: z.enum(emailContentTypes),
    })
    .optional()
    .describe('The content of the email.'),
  smsTemplate: z
    .object({ senderNumber: z.string().describe('The name or number of the sender.'), body: z.string().describe('The text.') })
    .optional()
    .describe('The content of the SMS.'),
  links: z
    .object({ self: z.string().describe('The address of the order.'), status: z.string().describe('The address of its status.') })
    .describe('Addresses.'),
})

export const olderOrdersReply = z.object({
  count: z.int().describe('The number of orders.'),
  orders: z.array(olderOrderReply).describe('The orders.'),
})

/** On these routes, an order is Completed as soon as its messages exist. */
export const processingStatuses = ['Registered', 'Processing', 'Completed', 'SendConditionNotMet', 'Cancelled'] as const

const processingStatus = z
  .object({
    status: z.enum(processingStatuses).describe('The status of the order. Completed: its messages exist, or all of them are final.'),
    description: z.string().describe('A description of the status.'),
    lastUpdate: z.iso.datetime(),
  })
  .describe('The status of the order.')

const channelSummary = (channel: string) =>
  z
    .object({
      generated: z.int().describe('The number of messages.'),
      succeeded: z.int().describe('The number of sent messages.'),
      links: z.object({ self: z.string().describe('The address of the messages.') }).describe('Addresses.'),
    })
    .optional()
    .describe(channel)

export const orderStatusReply = z.object({
  ...order,
  processingStatus,
  notificationsStatusSummary: z
    .object({ email: channelSummary('The emails.'), sms: channelSummary('The SMS.') })
    .optional()
    .describe('The messages by channel. Absent before they exist.'),
})

export const cancellationReply = z.object({
  ...order,
  processingStatus: processingStatus
    .extend({ status: z.literal('Cancelled').describe('The status of the order.') })
    .describe('The status of the order.'),
})

export const messagesReply = z.object({
  orderId: z.uuid().describe('The id of the order.'),
  sendersReference: z.string().optional(),
  generated: z.int().describe('The number of messages.'),
  succeeded: z.int().describe('The number of sent messages.'),
  notifications: z
    .array(
      z.object({
        id: z.uuid().describe('The id of the message.'),
        succeeded: z.boolean().describe('True if it was sent.'),
        recipient: recipientReply.describe('The recipient.'),
        sendStatus: z
          .object({
            status: z.string().describe('The status of the message.'),
            description: z.string().describe('A description of the status.'),
            lastUpdate: z.iso.datetime(),
          })
          .describe('The status of the message.'),
      }),
    )
    .describe('The messages.'),
})

export type BaseReply = z.output<typeof baseReply>
export type RecipientReply = z.output<typeof recipientReply>
export type OlderOrderReply = z.output<typeof olderOrderReply>
export type OrderStatusReply = z.output<typeof orderStatusReply>
export type ProcessingStatus = z.output<typeof processingStatus>
export type MessagesReply = z.output<typeof messagesReply>
