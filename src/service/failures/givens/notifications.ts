/** Givens for the notifications area. */
import { z } from 'zod'
import type { Client } from '../../areas/client.ts'
import { defineGiven, demandStatus, orderCallers, orderRole } from './given.ts'

/** The caller whose token is returned. */
const caller = orderRole.default('creator')
const orderParams = z.object({
  idempotencyId: z.string().default('a-given-order'),
  emailAddress: z.string().default('someone@example.org'),
  caller,
})
type OrderParams = z.output<typeof orderParams>

const values = ['notificationOrderId', 'shipmentId', 'idempotencyId', 'token'] as const
const { creator } = orderCallers
const emailSettings = { subject: 'A given', body: 'A given message.' }

interface CreatedOrder {
  readonly notificationOrderId: string
  readonly notification: { readonly shipmentId: string }
}

const valuesOf = async (
  client: Client,
  { notificationOrderId, notification }: CreatedOrder,
  given: Pick<OrderParams, 'idempotencyId' | 'caller'>,
) => ({
  notificationOrderId,
  shipmentId: notification.shipmentId,
  idempotencyId: given.idempotencyId,
  token: await client.token(orderCallers[given.caller]),
})

async function order(client: Client, { emailAddress, ...given }: OrderParams, more: { readonly requestedSendTime?: string } = {}) {
  const recipient = { recipientEmail: { emailAddress, emailSettings } }
  const body = { idempotencyId: given.idempotencyId, recipient, ...more }
  const ordered = await client.call('notifications.createOrder', { as: creator, body })
  return valuesOf(client, ordered.body, given)
}

/** A time so late that no test's clock reaches it. */
const later = { requestedSendTime: '2999-01-01T12:00:00Z' }

const instantParams = { idempotencyId: z.string().default('a-given-message'), caller }

export const notificationGivens = [
  defineGiven({ sentence: 'a notification is ordered', params: orderParams, values, arrange: (client, given) => order(client, given) }),
  defineGiven({
    sentence: 'a notification is ordered for later',
    params: orderParams.extend({
      idempotencyId: z.string().default('a-later-order'),
      requestedSendTime: z.iso.datetime({ offset: true }).default(later.requestedSendTime),
    }),
    values,
    arrange: (client, { requestedSendTime, ...given }) => order(client, given, { requestedSendTime }),
  }),
  defineGiven({
    sentence: 'a notification is delivered',
    params: orderParams,
    values,
    async arrange(client, given) {
      const ordered = await order(client, given)
      await client.until(
        'notifications.getShipment',
        { as: creator, params: { id: ordered.shipmentId } },
        ({ body }) => body.status === 'Order_Completed',
      )
      return ordered
    },
  }),
  defineGiven({
    sentence: 'a notification is cancelled',
    params: orderParams.extend({ idempotencyId: z.string().default('a-cancelled-order') }),
    values,
    async arrange(client, given) {
      const ordered = await order(client, given, later)
      const cancelled = await client.call('notifications.cancelOrder', { as: creator, params: { id: ordered.shipmentId } })
      demandStatus('The cancellation', 200, cancelled)
      return ordered
    },
  }),
  defineGiven({
    sentence: 'an instant SMS is sent',
    params: z.object({ ...instantParams, phoneNumber: z.string().default('+4799999999') }),
    values,
    async arrange(client, { phoneNumber, ...given }) {
      const recipientSms = { phoneNumber, timeToLiveInSeconds: 3600, smsSettings: { body: 'A given message.' } }
      const body = { idempotencyId: given.idempotencyId, recipientSms }
      const sent = await client.call('notifications.createInstantSms', { as: creator, body })
      return valuesOf(client, sent.body, given)
    },
  }),
  defineGiven({
    sentence: 'an instant email is sent',
    params: z.object({ ...instantParams, emailAddress: orderParams.shape.emailAddress }),
    values,
    async arrange(client, { emailAddress, ...given }) {
      const body = { idempotencyId: given.idempotencyId, recipientEmail: { emailAddress, emailSettings } }
      const sent = await client.call('notifications.createInstantEmail', { as: creator, body })
      return valuesOf(client, sent.body, given)
    },
  }),
] as const
