/** A consumer of the older notification routes that places orders for several recipients and tracks them. */
import { ask, json, type Service } from '../asking.ts'

/** The older routes' path on the live service. */
export const root = '/notifications/api/v1/orders'

export interface Recipient {
  readonly emailAddress?: string
  readonly mobileNumber?: string
  readonly nationalIdentityNumber?: string
  readonly organizationNumber?: string
}

export interface Receipt {
  readonly orderId: string
  /** Numbers of the recipients that could not be reached. */
  readonly unreached: readonly string[]
}

interface OrderReply {
  readonly orderId: string
  readonly recipientLookup?: { readonly isReserved: readonly string[]; readonly missingContact: readonly string[] }
}
interface StatusReply {
  readonly processingStatus: { readonly status: string }
}
interface MessagesReply {
  readonly notifications: readonly { readonly recipient: Recipient; readonly sendStatus: { readonly status: string } }[]
}
interface OrdersReply {
  readonly orders: readonly { readonly id: string }[]
}

export function createOlderClient(service: Service) {
  async function order(path: string, body: object): Promise<Receipt> {
    const response = await ask(service, 'POST', path, json(body))
    const { orderId, recipientLookup } = (await response.json()) as OrderReply
    return { orderId, unreached: [...(recipientLookup?.isReserved ?? []), ...(recipientLookup?.missingContact ?? [])] }
  }
  const read = async <T>(path: string): Promise<T> => (await (await ask(service, 'GET', path)).json()) as T

  return {
    orderEmails: (body: object) => order(`${root}/email`, body),
    orderSms: (body: object) => order(`${root}/sms`, body),
    orderInChannel: (body: object) => order(root, body),
    channel: async (id: string) => (await read<{ readonly notificationChannel: string }>(`${root}/${id}`)).notificationChannel,
    async cancel(id: string): Promise<string> {
      const response = await ask(service, 'PUT', `${root}/${id}/cancel`)
      return ((await response.json()) as StatusReply).processingStatus.status
    },
    status: async (id: string) => (await read<StatusReply>(`${root}/${id}/status`)).processingStatus.status,
    async messages(id: string, channel: 'email' | 'sms') {
      const { notifications } = await read<MessagesReply>(`${root}/${id}/notifications/${channel}`)
      return notifications.map(({ recipient, sendStatus }) => [recipient.emailAddress ?? recipient.mobileNumber, sendStatus.status])
    },
    withReference: async (sendersReference: string) =>
      (await read<OrdersReply>(`${root}?sendersReference=${sendersReference}`)).orders.map(({ id }) => id),
  }
}
