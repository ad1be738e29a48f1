/** Example clients with good and bad habits. */
import type { Clients } from './kit.ts'

const root = '/broker/api/v1/filetransfer'
const recipient = { orgNo: '370916446' }
const emailSettings = { subject: 'Hello', body: 'Hello' }
const order = { idempotencyId: 'case-1', recipient: { recipientEmail: { emailAddress: 'someone@example.org', emailSettings } } }

export const habits: Readonly<Record<string, Clients>> = {
  'expired-token': {
    as: { ...recipient, ttl: 600 },
    async arrange(world) {
      const { fileTransferId } = await world.givens.arrange('a published file transfer exists')
      return `${root}/${fileTransferId}`
    },
    async good({ call, newToken, pause, file }) {
      await call('GET', file)
      await pause(3_600_000)
      const { status } = await call('GET', file, { token: await newToken() })
      if (status === 401) await call('GET', file, { token: await newToken() })
    },
    async bad({ call, pause, file }) {
      await call('GET', file)
      await pause(3_600_000)
      await call('GET', file)
    },
  },
  additions: {
    async arrange(world) {
      await world.scenarios.use('tomorrow')
      return undefined
    },
    async good({ call }) {
      const reply = await call('POST', '/future/orders', { body: order })
      const { notification } = reply.json()
      await call('GET', `/future/shipment/${notification.shipmentId}`)
    },
    async bad({ call }) {
      const isKnown = (name: string) => ['notificationOrderId', 'notification'].includes(name)
      const reply = await call('POST', '/future/orders', { body: order })
      if (!Object.keys(reply.json()).every(isKnown)) await call('POST', '/future/orders', { body: order })
    },
  },
  'token-reused': {
    async good({ call, newToken }) {
      const token = await newToken()
      for (const id of ['a', 'b', 'c', 'd', 'e']) await call('GET', `/future/shipment/${id}`, { token })
    },
    async bad({ call, newToken }) {
      for (const id of ['a', 'b', 'c', 'd', 'e']) await call('GET', `/future/shipment/${id}`, { token: await newToken() })
    },
  },
  'few-scopes': {
    as: { org: 'ttd', scope: 'altinn:serviceowner/notifications.create' },
    async good({ call }) {
      for (const id of ['a', 'b', 'c', 'd', 'e']) await call('GET', `/future/shipment/${id}`)
    },
    async bad({ call, newToken }) {
      const token = await newToken({ scope: 'altinn:serviceowner/notifications.create altinn:broker.read' })
      for (const id of ['a', 'b', 'c', 'd', 'e']) await call('GET', `/future/shipment/${id}`, { token })
    },
  },
  'connection-reused': {
    async good({ call }) {
      for (const id of ['a', 'b', 'c', 'd', 'e', 'f']) await call('GET', `/future/shipment/${id}`)
    },
    async bad({ callAndClose }) {
      for (const id of ['a', 'b', 'c', 'd', 'e', 'f']) await callAndClose('GET', `/future/shipment/${id}`)
    },
  },
}
