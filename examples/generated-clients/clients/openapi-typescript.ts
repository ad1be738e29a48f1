/** A client generated with openapi-typescript, for openapi-fetch. */
import createClient from 'openapi-fetch'
import { bearer, type MakeClient, unreachable } from './client.ts'
import type { components, paths } from './openapi-typescript.gen.ts'

type Order = components['schemas']['NotificationsCreateOrderRequest']
type Problem = components['schemas']['Problem']

const emailSettings: components['schemas']['NotificationsEmailSettings'] = { subject: 'Hello', body: 'You have a message.' }

export const makeClient: MakeClient = (baseUrl, tokens) => {
  const clientOf = (token: string) => createClient<paths>({ baseUrl, headers: bearer(token) })
  const [owner, sender, recipient] = [clientOf(tokens.owner), clientOf(tokens.sender), clientOf(tokens.recipient)]
  const at = (fileTransferId: string) => ({ params: { path: { fileTransferId } } })
  return {
    async order(emailAddress, conditionEndpoint) {
      const body: Order = { idempotencyId: emailAddress, conditionEndpoint, recipient: { recipientEmail: { emailAddress, emailSettings } } }
      const { data } = await owner.POST('/future/orders', { body })
      return data?.notification.shipmentId ?? ''
    },
    async refusedOrder() {
      const recipientPerson = { nationalIdentityNumber: unreachable, channelSchema: 'Email' as const, emailSettings }
      const { error } = await owner.POST('/future/orders', { body: { idempotencyId: 'refused', recipient: { recipientPerson } } })
      const { status, code, title } = error as Problem
      return { status, code, title }
    },
    async shipment(id) {
      const { data } = await owner.GET('/future/shipment/{id}', { params: { path: { id } } })
      return { status: data?.status ?? '', recipients: data?.recipients.map(({ status }) => status) ?? [] }
    },
    async feed(seq, pageSize) {
      const { data } = await owner.GET('/future/shipment/feed', { params: { query: { seq, pageSize } } })
      return data?.length ?? 0
    },
    async announce(fileName) {
      const { data } = await sender.POST('/broker/api/v1/filetransfer', {
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
      await sender.POST('/broker/api/v1/filetransfer/{fileTransferId}/upload', {
        ...at(fileTransferId),
        // The generator types bytes as a string.
        body: '',
        bodySerializer: () => content,
        headers: { 'content-type': 'application/octet-stream' },
      })
    },
    async fileStatus(fileTransferId) {
      const { data } = await sender.GET('/broker/api/v1/filetransfer/{fileTransferId}', at(fileTransferId))
      return data?.fileTransferStatus ?? ''
    },
    async download(fileTransferId) {
      const { data } = await recipient.GET('/broker/api/v1/filetransfer/{fileTransferId}/download', {
        ...at(fileTransferId),
        parseAs: 'text',
      })
      return data ?? ''
    },
    async confirm(fileTransferId) {
      await recipient.POST('/broker/api/v1/filetransfer/{fileTransferId}/confirmdownload', at(fileTransferId))
    },
  }
}
