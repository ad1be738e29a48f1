/** A client generated with swagger-typescript-api. */
import { bearer, type MakeClient, unreachable } from './client.ts'
import {
  Api,
  type HttpResponse,
  type NotificationsCreateOrderReply,
  type NotificationsCreateOrderRequest,
  type NotificationsEmailSettings,
  type Problem,
} from './swagger-typescript-api.gen.ts'

const emailSettings: NotificationsEmailSettings = { subject: 'Hello', body: 'You have a message.' }

export const makeClient: MakeClient = (baseUrl, tokens) => {
  const clientOf = (token: string) => new Api({ baseUrl, baseApiParams: { headers: bearer(token) } })
  const [owner, sender, recipient] = [clientOf(tokens.owner), clientOf(tokens.sender), clientOf(tokens.recipient)]
  return {
    async order(emailAddress, conditionEndpoint) {
      const order: NotificationsCreateOrderRequest = {
        idempotencyId: emailAddress,
        conditionEndpoint,
        recipient: { recipientEmail: { emailAddress, emailSettings } },
      }
      const { data } = await owner.future.notificationsCreateOrder(order)
      return data.notification.shipmentId
    },
    async refusedOrder() {
      const recipientPerson = { nationalIdentityNumber: unreachable, channelSchema: 'Email' as const, emailSettings }
      const refused = await owner.future
        .notificationsCreateOrder({ idempotencyId: 'refused', recipient: { recipientPerson } })
        .catch((thrown: HttpResponse<NotificationsCreateOrderReply, Problem>) => thrown)
      const { status, code, title } = refused.error as Problem
      return { status, code, title }
    },
    async shipment(id) {
      const { data } = await owner.future.notificationsGetShipment(id)
      return { status: data.status, recipients: data.recipients.map(({ status }) => status) }
    },
    async feed(seq, pageSize) {
      const { data } = await owner.future.notificationsReadFeed({ seq, pageSize })
      return data.length
    },
    async announce(fileName) {
      const { data } = await sender.broker.fileTransferInitialize({
        fileName,
        resourceId: 'my-resource',
        sendersFileTransferReference: 'batch-42',
        sender: '0192:312345676',
        recipients: ['0192:313456781'],
      })
      return data.fileTransferId
    },
    async upload(fileTransferId, content) {
      // The generator does not support bytes: it would send the file as JSON.
      const headers = { ...bearer(tokens.sender), 'content-type': 'application/octet-stream' }
      const uploader = new Api({ baseUrl, customFetch: (url, init) => fetch(url, { ...init, headers, body: content }) })
      await uploader.broker.fileTransferUpload(fileTransferId, new File([content], 'report.xml'))
    },
    async fileStatus(fileTransferId) {
      const { data } = await sender.broker.fileTransferOverview(fileTransferId)
      return data.fileTransferStatus
    },
    async download(fileTransferId) {
      const { data } = await recipient.broker.fileTransferDownload(fileTransferId, { format: 'blob' })
      return data.text()
    },
    async confirm(fileTransferId) {
      await recipient.broker.fileTransferConfirmDownload(fileTransferId)
    },
  }
}
