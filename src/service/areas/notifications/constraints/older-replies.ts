/** What clients read of orders on the older routes. Source: notifications §14.6. */
import { z } from 'zod'
import { readGuid, unreadableValue } from '../../../wire/identifiers.ts'
import { channelSchemas, emailContentTypes } from './order.ts'

/** The id may have any notation of a GUID. */
export const byOrderId = z.object({
  id: z
    .string()
    .refine((text) => readGuid(text) !== undefined, { error: ({ input }) => unreadableValue(String(input)) })
    .meta({ format: 'uuid' })
    .describe('The id of the order: that of a shipment.'),
})

/** What each of the replies says of an order. Null members are left out. */
const order = {
  id: z.uuid().describe('The id of the order.'),
  sendersReference: z.string().optional(),
  requestedSendTime: z.iso.datetime(),
  creator: z.string(),
  created: z.iso.datetime(),
  notificationChannel: z.enum(channelSchemas).describe('By which channels the notification goes.'),
  ignoreReservation: z.boolean().optional(),
  resourceId: z.string().optional(),
  resourceAction: z.string().optional(),
  conditionEndpoint: z.string().optional(),
}

export const baseReply = z.object(order)

const recipientReply = z.object({
  emailAddress: z.string().optional().describe('The address of the email. Empty where the register has none.'),
  mobileNumber: z.string().optional().describe('The number of the SMS. Empty where the register has none.'),
  nationalIdentityNumber: z.string().optional().describe('The national identity number in the order.'),
  organizationNumber: z.string().optional().describe('The organization number in the order.'),
})

export const olderOrderReply = z.object({
  ...order,
  recipients: z.array(recipientReply).describe('The recipients as the order names them.'),
  emailTemplate: z
    .object({
      fromAddress: z.string().describe('The address of the sender.'),
      subject: z.string().describe('The subject.'),
      body: z.string().describe('The text.'),
      contentType: z.enum(emailContentTypes),
    })
    .optional()
    .describe('What the email says.'),
  smsTemplate: z
    .object({ senderNumber: z.string().describe('The name or number of the sender.'), body: z.string().describe('The text.') })
    .optional()
    .describe('What the SMS says.'),
  links: z
    .object({ self: z.string().describe('The address of the order.'), status: z.string().describe('The address of its status.') })
    .describe('Addresses.'),
})

export const olderOrdersReply = z.object({
  count: z.int().describe('How many orders there are.'),
  orders: z.array(olderOrderReply).describe('The orders.'),
})

/** An order whose messages wait for their ends is already Completed here. */
export const processingStatuses = ['Registered', 'Processing', 'Completed', 'SendConditionNotMet', 'Cancelled'] as const

const processingStatus = z
  .object({
    status: z.enum(processingStatuses).describe('How far the order is. Completed: its messages are made, or are final.'),
    description: z.string().describe('The status in a sentence.'),
    lastUpdate: z.iso.datetime(),
  })
  .describe('How far the order is.')

const channelSummary = (channel: string) =>
  z
    .object({
      generated: z.int().describe('How many messages were made.'),
      succeeded: z.int().describe('How many of them were sent.'),
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
    .describe('The messages by channel. Absent before they are made.'),
})

export const cancellationReply = z.object({
  ...order,
  processingStatus: processingStatus
    .extend({ status: z.literal('Cancelled').describe('How far the order is.') })
    .describe('How far the order is.'),
})

export const messagesReply = z.object({
  orderId: z.uuid().describe('The id of the order.'),
  sendersReference: z.string().optional(),
  generated: z.int().describe('How many messages were made.'),
  succeeded: z.int().describe('How many of them were sent.'),
  notifications: z
    .array(
      z.object({
        id: z.uuid().describe('The id of the message.'),
        succeeded: z.boolean().describe('Whether it was sent.'),
        recipient: recipientReply.describe('Who gets it.'),
        sendStatus: z
          .object({
            status: z.string().describe('Where the message is.'),
            description: z.string().describe('The status in a sentence.'),
            lastUpdate: z.iso.datetime(),
          })
          .describe('Where the message is.'),
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
