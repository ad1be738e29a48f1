/** Schemas for order replies on the older routes. Source: notifications §14.6. */
import { z } from 'zod'
import { readGuid, unreadableValue } from '../../../wire/identifiers.ts'
import { channelSchemas, emailContentTypes } from './order.ts'

/** Accepts an id in any GUID notation. */
export const byOrderId = z.object({
  id: z
    .string()
    .refine((text) => readGuid(text) !== undefined, { error: ({ input }) => unreadableValue(String(input)) })
    .meta({ format: 'uuid' })
    .describe('The order id, which is the id of a shipment.'),
})

/** Members in every order reply. Null members are omitted. */
const order = {
  id: z.uuid().describe('The order id.'),
  sendersReference: z.string().optional(),
  requestedSendTime: z.iso.datetime(),
  creator: z.string(),
  created: z.iso.datetime(),
  notificationChannel: z.enum(channelSchemas).describe('The notification channels.'),
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
  recipients: z.array(recipientReply).describe('The recipients as given in the order.'),
  emailTemplate: z
    .object({
      fromAddress: z.string().describe("The sender's address."),
      subject: z.string().describe('The subject.'),
      body: z.string().describe('The text.'),
      contentType: z.enum(emailContentTypes),
    })
    .optional()
    .describe('The email content.'),
  smsTemplate: z
    .object({ senderNumber: z.string().describe("The sender's name or number."), body: z.string().describe('The text.') })
    .optional()
    .describe('The SMS content.'),
  links: z
    .object({ self: z.string().describe("The order's URL."), status: z.string().describe("The URL of the order's status.") })
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
    status: z
      .enum(processingStatuses)
      .describe("The order status. Completed means that the order's messages exist, or that all of them are final."),
    description: z.string().describe('A description of the status.'),
    lastUpdate: z.iso.datetime(),
  })
  .describe('The order status.')

const channelSummary = (channel: string) =>
  z
    .object({
      generated: z.int().describe('The number of messages.'),
      succeeded: z.int().describe('The number of sent messages.'),
      links: z.object({ self: z.string().describe('The URL of the messages.') }).describe('Addresses.'),
    })
    .optional()
    .describe(channel)

export const orderStatusReply = z.object({
  ...order,
  processingStatus,
  notificationsStatusSummary: z
    .object({ email: channelSummary('The emails.'), sms: channelSummary('The SMS.') })
    .optional()
    .describe('The messages for each channel. Absent until there are messages.'),
})

export const cancellationReply = z.object({
  ...order,
  processingStatus: processingStatus.extend({ status: z.literal('Cancelled').describe('The order status.') }).describe('The order status.'),
})

export const messagesReply = z.object({
  orderId: z.uuid().describe('The order id.'),
  sendersReference: z.string().optional(),
  generated: z.int().describe('The number of messages.'),
  succeeded: z.int().describe('The number of sent messages.'),
  notifications: z
    .array(
      z.object({
        id: z.uuid().describe('The message id.'),
        succeeded: z.boolean().describe('True if the message was sent.'),
        recipient: recipientReply.describe('The recipient.'),
        sendStatus: z
          .object({
            status: z.string().describe('The message status.'),
            description: z.string().describe('A description of the status.'),
            lastUpdate: z.iso.datetime(),
          })
          .describe('The message status.'),
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
