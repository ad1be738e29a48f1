/** Starting points of the notification area. */
import { z } from 'zod'
import type { As, Client } from '../client.ts'
import { operationsById } from '../operations/index.ts'
import { defineGiven } from './given.ts'

const orderParams = z.object({
  idempotencyId: z.string().default('a-given-order'),
  emailAddress: z.string().default('someone@example.org'),
})

/** The caller of the area's examples. */
export const orderer = operationsById.get('notifications.createOrder')?.example.as as As

async function order(client: Client, { idempotencyId, emailAddress }: z.output<typeof orderParams>) {
  const { body } = await client.call('notifications.createOrder', {
    as: orderer,
    body: {
      idempotencyId,
      recipient: { recipientEmail: { emailAddress, emailSettings: { subject: 'A given', body: 'A given message.' } } },
    },
  })
  return { notificationOrderId: body.notificationOrderId, shipmentId: body.notification.shipmentId, idempotencyId }
}

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
