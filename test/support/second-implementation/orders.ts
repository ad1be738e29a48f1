/** The orders of the second service, written from the reference alone. Source: notifications §3.2, §4, §5, §8, §11.1. */
import { randomUUID } from 'node:crypto'
import { invalid, problems, type Reply } from './problems.ts'

interface Recipient {
  readonly recipientEmail?: { readonly emailAddress: string }
  readonly recipientSms?: { readonly phoneNumber: string }
}

interface OrderRequest {
  readonly idempotencyId?: string
  readonly sendersReference?: string
  readonly requestedSendTime?: string
  readonly recipient?: Recipient
  readonly reminders?: readonly { readonly recipient: Recipient; readonly delayDays: number }[]
}

interface Shipment {
  readonly shipmentId: string
  readonly creator: string
  readonly recipient: Recipient
  /** Milliseconds since 1970. */
  readonly sendTime: number
  status: 'Order_Registered' | 'Order_Completed' | 'Order_Cancelled'
}

const minute = 60_000
const day = 24 * 60 * minute

/** The steps in which the service can be broken. */
export const steps = {
  /** Lists of messages by the path of a value. */
  mistakesOf({ idempotencyId, recipient }: OrderRequest): Readonly<Record<string, unknown>> {
    const { recipientEmail: email, recipientSms: sms } = recipient ?? {}
    return {
      ...(!idempotencyId?.trim() && { IdempotencyId: ['The IdempotencyId field is required.'] }),
      ...(!email === !sms && { Recipient: ['Must have exactly one recipient.'] }),
      ...(email &&
        !/^\S+@\S+\.\S+$/.test(email.emailAddress) && { 'Recipient.RecipientEmail.EmailAddress': ['Invalid email address format.'] }),
    }
  },
  receipt(shipmentId: string, reminders: readonly Shipment[]): object {
    const ids = reminders.map((one) => ({ shipmentId: one.shipmentId }))
    return { notificationOrderId: randomUUID(), notification: { shipmentId, ...(ids.length > 0 && { reminders: ids }) } }
  },
  replay: (receipt: object): Reply => ({ status: 200, body: receipt }),
  missing: (): Reply => problems.noSuchShipment,
  cancelled: (): Shipment['status'] => 'Order_Cancelled',
}

export type Orders = ReturnType<typeof openOrders>

export function openOrders(broken: Partial<typeof steps> = {}) {
  const { mistakesOf, receipt, replay, missing, cancelled } = { ...steps, ...broken }
  const shipments = new Map<string, Shipment>()
  /** By creator and idempotencyId. */
  const receipts = new Map<string, object>()

  function register(creator: string, recipient: Recipient, sendTime: number): Shipment {
    const shipment: Shipment = { shipmentId: randomUUID(), creator, recipient, sendTime, status: 'Order_Registered' }
    shipments.set(shipment.shipmentId, shipment)
    return shipment
  }

  return {
    create(creator: string, order: OrderRequest): Reply {
      const { recipient, reminders = [], requestedSendTime } = order
      const mistakes = mistakesOf(order)
      if (Object.keys(mistakes).length > 0 || !recipient) return invalid(mistakes)
      const key = JSON.stringify([creator, order.idempotencyId])
      const before = receipts.get(key)
      if (before) return replay(before)
      const sendTime = requestedSendTime ? Date.parse(requestedSendTime) : Date.now()
      const { shipmentId } = register(creator, recipient, sendTime)
      const body = receipt(
        shipmentId,
        reminders.map((one) => register(creator, one.recipient, sendTime + one.delayDays * day)),
      )
      receipts.set(key, body)
      return { status: 201, body }
    },

    /** This service has no clock: it sends an order that is due after the first look at it. */
    show(creator: string, id: string): Reply {
      const shipment = shipments.get(id)
      if (shipment?.creator !== creator) return missing()
      const { shipmentId, status } = shipment
      if (status === 'Order_Registered' && shipment.sendTime <= Date.now()) shipment.status = 'Order_Completed'
      const recipients = status === 'Order_Completed' ? [delivered(shipment.recipient)] : []
      return { status: 200, body: { shipmentId, type: 'Notification', status, recipients } }
    },

    cancel(creator: string, id: string): Reply {
      const shipment = shipments.get(id)
      if (shipment?.creator !== creator) return problems.noSuchOrder
      const isEarly = shipment.status === 'Order_Registered' && shipment.sendTime > Date.now() + 5 * minute
      if (!isEarly && shipment.status !== 'Order_Cancelled') return problems.tooLate
      shipment.status = cancelled()
      return { status: 200, body: { id, processingStatus: { status: 'Cancelled' } } }
    },
  }
}

const delivered = ({ recipientEmail, recipientSms }: Recipient) =>
  recipientEmail
    ? { type: 'Email', destination: recipientEmail.emailAddress, status: 'Email_Delivered' }
    : { type: 'SMS', destination: recipientSms?.phoneNumber, status: 'SMS_Delivered' }
