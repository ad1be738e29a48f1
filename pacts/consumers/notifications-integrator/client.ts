/** A consumer of the notifications area that places orders and tracks them. */
import { ask, json, type Service } from '../asking.ts'

interface Texts {
  readonly subject: string
  readonly body: string
}

export interface Order {
  /** The same for all attempts to place the order. */
  readonly idempotencyId: string
  readonly sendersReference?: string
  /** A national identity number, an organization number, an email address or a phone number. */
  readonly to: { readonly person: string } | { readonly organization: string } | { readonly email: string } | { readonly phone: string }
  readonly texts: Texts
  /** Days until the recipient is reminded. */
  readonly remindAfter?: number
}

export interface Receipt {
  readonly orderId: string
  readonly shipmentId: string
  readonly reminderIds: readonly string[]
  /** True if an earlier attempt had already succeeded. */
  readonly repeated: boolean
}

export interface Manifest {
  readonly status: string
  readonly recipients: readonly { readonly channel: string; readonly address: string; readonly status: string }[]
}

interface OrderReply {
  readonly notificationOrderId: string
  readonly notification: { readonly shipmentId: string; readonly reminders?: readonly { readonly shipmentId: string }[] }
}
interface ShipmentReply {
  readonly status: string
  readonly recipients: readonly { readonly type: string; readonly destination: string; readonly status: string }[]
}

export function createNotificationClient(service: Service) {
  return {
    async order(order: Order): Promise<Receipt> {
      const response = await ask(service, 'POST', '/future/orders', json(orderBody(order)))
      const { notificationOrderId, notification } = (await response.json()) as OrderReply
      return {
        orderId: notificationOrderId,
        shipmentId: notification.shipmentId,
        reminderIds: (notification.reminders ?? []).map(({ shipmentId }) => shipmentId),
        repeated: response.status === 200,
      }
    },

    async manifest(shipmentId: string): Promise<Manifest> {
      const response = await ask(service, 'GET', `/future/shipment/${shipmentId}`)
      const { status, recipients } = (await response.json()) as ShipmentReply
      return {
        status,
        recipients: recipients.map((recipient) => ({
          channel: recipient.type,
          address: recipient.destination,
          status: recipient.status,
        })),
      }
    },
  }
}

export type NotificationClient = ReturnType<typeof createNotificationClient>

export function orderBody({ idempotencyId, sendersReference, to, texts, remindAfter }: Order) {
  const recipient = recipientOf(to, texts)
  return {
    idempotencyId,
    sendersReference,
    recipient,
    reminders: remindAfter === undefined ? undefined : [{ delayDays: remindAfter, recipient }],
  }
}

interface Recipient {
  readonly recipientPerson?: object
  readonly recipientOrganization?: object
  readonly recipientEmail?: object
  readonly recipientSms?: object
}

function recipientOf(to: Order['to'], texts: Texts): Recipient {
  const email = { emailSettings: texts }
  const sms = { smsSettings: { body: texts.body } }
  const both = { channelSchema: 'EmailPreferred', ...email, ...sms }
  if ('person' in to) return { recipientPerson: { nationalIdentityNumber: to.person, ...both } }
  if ('organization' in to) return { recipientOrganization: { orgNumber: to.organization, ...both } }
  if ('email' in to) return { recipientEmail: { emailAddress: to.email, ...email } }
  return { recipientSms: { phoneNumber: to.phone, ...sms } }
}
