/** What is said when a message is to go out at once. */
import { z } from 'zod'
import { emailSettings, orderReply, requiredText, smsSettings } from './order.ts'

/** No sending time policy: what is named so is unknown, and ignored. */
const shortMessage = smsSettings.pick({ sender: true, body: true })
const emailContent = emailSettings.omit({ sendingTimePolicy: true })

const smsDelivery = z.object({ phoneNumber: requiredText, timeToLiveInSeconds: z.int32(), smsSettings: shortMessage })
const emailDelivery = z.object({ emailAddress: requiredText, emailSettings: emailContent })

const named = { idempotencyId: requiredText, sendersReference: z.string().nullish() }

/** Source: notifications §3.3. */
export const instantSmsRequest = z.object({ ...named, recipientSms: smsDelivery })
/** Source: notifications §3.4. */
export const instantOrderRequest = z.object({ ...named, recipient: z.object({ recipientSms: smsDelivery }) })
/** Source: notifications §3.5. */
export const instantEmailRequest = z.object({ ...named, recipientEmail: emailDelivery })

/** Source: notifications §5.2. */
export const instantReply = z.object({
  notificationOrderId: orderReply.shape.notificationOrderId,
  notification: orderReply.shape.notification.omit({ reminders: true }),
})

export type SmsDelivery = z.output<typeof smsDelivery>
export type EmailDelivery = z.output<typeof emailDelivery>
