/** A parking company's session: it orders a message with a reminder, and tracks both to their final status. */
import { createService, pause } from './service.ts'

const recipientSms = { phoneNumber: '+4799999999', smsSettings: { body: 'Your permit ends soon.' } }
const emailSettings = { subject: 'Reminder', body: 'Your permit ends in five days.' }
const order = {
  idempotencyId: 'permit-77',
  recipient: { recipientSms },
  reminders: [{ delayDays: 2, recipient: { recipientEmail: { emailAddress: 'someone@example.org', emailSettings } } }],
}

const final = ['Order_Completed', 'Order_SendConditionNotMet', 'Order_Cancelled']

/** The final statuses of a shipment's messages. */
type Ended = readonly string[]

/** Returns the exit code. `isSent` decides whether the permit counts as announced. */
export async function announce(isSent: (message: Ended, reminder: Ended) => boolean): Promise<number> {
  const call = createService('altinn:serviceowner/notifications.create')

  async function endOf(shipmentId: string): Promise<Ended> {
    for (let look = 0; look < 10; look++) {
      const { status, body } = await call('GET', `/future/shipment/${shipmentId}`)
      if (status !== 200) throw new Error(`The shipment is not found: ${status}.`)
      if (final.includes(body.status)) return body.recipients.map((recipient: { readonly status: string }) => recipient.status)
      await pause(Math.min(50 * 2 ** look, 2_000))
    }
    throw new Error('The shipment does not end.')
  }

  try {
    const { status, body } = await call('POST', '/future/orders', () => ({ json: order }))
    if (status !== 201 && status !== 200) throw new Error(`The order is refused with ${status}.`)
    const message = await endOf(body.notification.shipmentId)
    const reminder = await endOf(body.notification.reminders[0].shipmentId)
    if (!isSent(message, reminder)) throw new Error(`The message ended in ${message.join()}, the reminder in ${reminder.join()}.`)
    return 0
  } catch (error) {
    console.error((error as Error).message)
    return 1
  }
}

export const arrived = (ended: Ended): boolean => ended.every((status) => status.endsWith('_Delivered'))
