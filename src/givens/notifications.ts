/** Starting points of the notification area. */
import { z } from 'zod'
import type { As, Client } from '../client.ts'
import { operationsById } from '../operations/index.ts'
import { defineGiven } from './given.ts'

const orderParams = z.object({
  idempotencyId: z.string().default('a-given-order'),
  emailAddress: z.string().default('someone@example.org'),
})

const emailSettings = { subject: 'A given', body: 'A given message.' }

/** The caller of the area's examples. */
export const orderer = operationsById.get('notifications.createOrder')?.example.as as As

async function order(client: Client, { idempotencyId, emailAddress }: z.output<typeof orderParams>, more: object = {}) {
  const { body } = await client.call('notifications.createOrder', {
    as: orderer,
    body: {
      idempotencyId,
      recipient: { recipientEmail: { emailAddress, emailSettings } },
      ...more,
    },
  })
  return { notificationOrderId: body.notificationOrderId, shipmentId: body.notification.shipmentId, idempotencyId }
}

/** Later than any clock. */
const later = { requestedSendTime: '2999-01-01T12:00:00Z' }

export const notificationIsOrdered = defineGiven({ sentence: 'a notification is ordered', params: orderParams, arrange: order })

export const notificationIsDelivered = defineGiven({
  sentence: 'a notification is delivered',
  params: orderParams,
  async arrange(client, params) {
    const values = await order(client, params)
    await client.until(
      'notifications.getShipment',
      { as: orderer, params: { id: values.shipmentId } },
      ({ body }) => body.status === 'Order_Completed',
    )
    return values
  },
})

export const notificationIsOrderedForLater = defineGiven({
  sentence: 'a notification is ordered for later',
  params: orderParams.extend({
    idempotencyId: z.string().default('a-later-order'),
    requestedSendTime: z.iso.datetime({ offset: true }).default(later.requestedSendTime),
  }),
  arrange: (client, { requestedSendTime, ...params }) => order(client, params, { requestedSendTime }),
})

export const notificationIsCancelled = defineGiven({
  sentence: 'a notification is cancelled',
  params: orderParams.extend({ idempotencyId: z.string().default('a-cancelled-order') }),
  async arrange(client, params) {
    const values = await order(client, params, later)
    const { status } = await client.call('notifications.cancelOrder', { as: orderer, params: { id: values.shipmentId } })
    if (status !== 200) throw new Error(`The cancellation was answered ${status}.`)
    return values
  },
})

const instantParams = { idempotencyId: z.string().default('a-given-message') }

export const instantSmsIsSent = defineGiven({
  sentence: 'an instant SMS is sent',
  params: z.object({ ...instantParams, phoneNumber: z.string().default('+4799999999') }),
  async arrange(client, { idempotencyId, phoneNumber }) {
    const recipientSms = { phoneNumber, timeToLiveInSeconds: 3600, smsSettings: { body: 'A given message.' } }
    const { body } = await client.call('notifications.createInstantSms', { as: orderer, body: { idempotencyId, recipientSms } })
    return { notificationOrderId: body.notificationOrderId, shipmentId: body.notification.shipmentId, idempotencyId }
  },
})

export const instantEmailIsSent = defineGiven({
  sentence: 'an instant email is sent',
  params: z.object({ ...instantParams, emailAddress: orderParams.shape.emailAddress }),
  async arrange(client, { idempotencyId, emailAddress }) {
    const body = { idempotencyId, recipientEmail: { emailAddress, emailSettings } }
    const sent = await client.call('notifications.createInstantEmail', { as: orderer, body })
    return { notificationOrderId: sent.body.notificationOrderId, shipmentId: sent.body.notification.shipmentId, idempotencyId }
  },
})
