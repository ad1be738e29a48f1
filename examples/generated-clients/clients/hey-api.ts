/** A client generated with @hey-api/openapi-ts. */
import { bearer, type MakeClient, unreachable } from './client.ts'
import { createClient } from './hey-api.gen/client/index.ts'
import {
  fileTransferConfirmDownload,
  fileTransferDownload,
  fileTransferInitialize,
  fileTransferOverview,
  fileTransferUpload,
  type NotificationsCreateOrderRequest,
  type NotificationsEmailSettings,
  notificationsCreateOrder,
  notificationsGetShipment,
  notificationsReadFeed,
  type Problem,
} from './hey-api.gen/index.ts'

const emailSettings: NotificationsEmailSettings = { subject: 'Hello', body: 'You have a message.' }

export const makeClient: MakeClient = (baseUrl, tokens) => {
  const clientOf = (token: string) => createClient({ baseUrl, headers: bearer(token) })
  const [owner, sender, recipient] = [clientOf(tokens.owner), clientOf(tokens.sender), clientOf(tokens.recipient)]
  return {
    async order(emailAddress, conditionEndpoint) {
      const body: NotificationsCreateOrderRequest = {
        idempotencyId: emailAddress,
        conditionEndpoint,
        recipient: { recipientEmail: { emailAddress, emailSettings } },
      }
      const { data } = await notificationsCreateOrder({ client: owner, body })
      return data?.notification.shipmentId ?? ''
    },
    async refusedOrder() {
      const recipientPerson = { nationalIdentityNumber: unreachable, channelSchema: 'Email' as const, emailSettings }
      const { error } = await notificationsCreateOrder({
        client: owner,
        body: { idempotencyId: 'refused', recipient: { recipientPerson } },
      })
      const { status, code, title } = error as Problem
      return { status, code, title }
    },
    async shipment(id) {
      const { data } = await notificationsGetShipment({ client: owner, path: { id } })
      return { status: data?.status ?? '', recipients: data?.recipients.map(({ status }) => status) ?? [] }
    },
    async feed(seq, pageSize) {
      const { data } = await notificationsReadFeed({ client: owner, query: { seq, pageSize } })
      return data?.length ?? 0
    },
    async announce(fileName) {
      const { data } = await fileTransferInitialize({
        client: sender,
        body: {
          fileName,
          resourceId: 'my-resource',
          sendersFileTransferReference: 'batch-42',
          sender: '0192:312345676',
          recipients: ['0192:313456781'],
        },
      })
      return data?.fileTransferId ?? ''
    },
    async upload(fileTransferId, content) {
      await fileTransferUpload({ client: sender, path: { fileTransferId }, body: content })
    },
    async fileStatus(fileTransferId) {
      const { data } = await fileTransferOverview({ client: sender, path: { fileTransferId } })
      return data?.fileTransferStatus ?? ''
    },
    async download(fileTransferId) {
      const { data } = await fileTransferDownload({ client: recipient, path: { fileTransferId }, parseAs: 'blob' })
      return (await data?.text()) ?? ''
    },
    async confirm(fileTransferId) {
      await fileTransferConfirmDownload({ client: recipient, path: { fileTransferId } })
    },
  }
}
