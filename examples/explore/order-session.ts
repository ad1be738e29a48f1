/** An invoicing system's session: it orders two messages, and tracks them until they are delivered. */
import { createService, type Habits, pause } from './service.ts'

const text = { subject: 'Invoice', body: 'Your invoice is ready.' }
const invoices = [
  { number: 'invoice-1001', recipient: { recipientSms: { phoneNumber: '+4799999999', smsSettings: { body: text.body } } } },
  { number: 'invoice-1002', recipient: { recipientEmail: { emailAddress: 'someone@example.org', emailSettings: text } } },
]

const final = ['Order_Completed', 'Order_SendConditionNotMet', 'Order_Cancelled']

export interface Orders {
  readonly habits: Habits
  /** Returns an order's idempotencyId. Called before each attempt. */
  idOf(number: string): string
}

/** Returns the exit code: 0 if every message was delivered. */
export async function sendInvoices({ habits, idOf }: Orders): Promise<number> {
  const call = createService('altinn:serviceowner/notifications.create', habits)

  async function send({ number, recipient }: (typeof invoices)[number]): Promise<string> {
    const { status, body } = await call('POST', '/future/orders', () => ({ json: { idempotencyId: idOf(number), recipient } }))
    if (status !== 201 && status !== 200) return `is refused with ${status}`
    const path = `/future/shipment/${body.notification.shipmentId}`
    for (let look = 0; look < 10; look++) {
      const manifest = await call('GET', path)
      if (manifest.status !== 200) return `is not found: ${manifest.status}`
      if (final.includes(manifest.body.status)) return outcomeOf(manifest.body)
      await pause(Math.min(50 * 2 ** look, 2_000))
    }
    return 'is not sent for a long time'
  }

  let missing = 0
  for (const invoice of invoices) {
    const said = await send(invoice).catch((error: Error) => error.message)
    if (said === 'arrived') continue
    missing++
    console.error(`${invoice.number}: ${said}`)
  }
  return missing === 0 ? 0 : 1
}

function outcomeOf({ recipients }: { readonly recipients: readonly { readonly status: string }[] }): string {
  const lost = recipients.filter(({ status }) => !status.endsWith('_Delivered'))
  return lost.length === 0 ? 'arrived' : lost.map(({ status }) => status).join(', ')
}
