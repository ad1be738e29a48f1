/** Example clients that get events. */
import type { Clients } from './kit.ts'

const recipient = { orgNo: '370916446' }
const resourceFilter = 'urn:altinn:resource:standin-plain'
const filter = { resourceFilter, subjectFilter: 'urn:altinn:organization:identifier-no:370916446' }
const fileTransfer = {
  fileName: 'report.xml',
  resourceId: 'standin-plain',
  sendersFileTransferReference: 'batch-42',
  sender: '0192:370916446',
  recipients: ['0192:370916446'],
}

export const webhooks: Readonly<Record<string, Clients>> = {
  'webhook-answers': {
    as: recipient,
    async good({ call, endpoint, pause }) {
      const endPoint = await endpoint(() => 200)
      await call('POST', '/events/api/v1/subscriptions', { body: { endPoint, ...filter } })
      await pause(10_000)
      await call('POST', '/broker/api/v1/filetransfer', { body: fileTransfer })
      await pause(10_000)
    },
    async bad({ call, endpoint, pause }) {
      let calls = 0
      const endPoint = await endpoint(() => (++calls === 1 ? 200 : 500))
      await call('POST', '/events/api/v1/subscriptions', { body: { endPoint, ...filter } })
      await pause(10_000)
      await call('POST', '/broker/api/v1/filetransfer', { body: fileTransfer })
      await pause(10_000)
    },
  },
  'webhook-validation': {
    as: recipient,
    async good({ call, endpoint, pause }) {
      const endPoint = await endpoint(() => 200)
      await call('POST', '/events/api/v1/subscriptions', { body: { endPoint, ...filter } })
      await pause(10_000)
    },
    async bad({ call, endpoint, pause }) {
      const endPoint = await endpoint(() => 404)
      await call('POST', '/events/api/v1/subscriptions', { body: { endPoint, ...filter } })
      await pause(10_000)
    },
  },
  'webhook-speed': {
    as: recipient,
    async good({ call, endpoint, pause }) {
      const queue: (() => void)[] = []
      const endPoint = await endpoint((work) => {
        queue.push(() => work(8_000))
        return 200
      })
      await call('POST', '/events/api/v1/subscriptions', { body: { endPoint, ...filter } })
      await pause(10_000)
      for (const event of queue) event()
    },
    async bad({ call, endpoint, pause }) {
      const endPoint = await endpoint((work) => {
        work(8_000)
        return 200
      })
      await call('POST', '/events/api/v1/subscriptions', { body: { endPoint, ...filter } })
      await pause(10_000)
    },
  },
  'events-over-polling': {
    as: recipient,
    async good({ call }) {
      const { fileTransferId } = (await call('POST', '/broker/api/v1/filetransfer', { body: fileTransfer })).json()
      const events = (await call('GET', `/events/api/v1/events?resource=${resourceFilter}&after=0`)).json()
      if (events.length > 0) await call('GET', `/broker/api/v1/filetransfer/${fileTransferId}`)
    },
    async bad({ call, pause }) {
      const { fileTransferId } = (await call('POST', '/broker/api/v1/filetransfer', { body: fileTransfer })).json()
      for (let look = 1; look <= 10; look++) {
        await call('GET', `/broker/api/v1/filetransfer/${fileTransferId}`)
        await pause(60_000)
      }
    },
  },
  'events-over-search': {
    as: recipient,
    async good({ call }) {
      await call('GET', `/events/api/v1/events?resource=${resourceFilter}&after=0`)
      await call('GET', '/broker/api/v1/filetransfer?resourceId=standin-plain')
    },
    async bad({ call, pause }) {
      for (let look = 1; look <= 3; look++) {
        await call('GET', `/events/api/v1/events?resource=${resourceFilter}&after=0`)
        await call('GET', '/broker/api/v1/filetransfer?resourceId=standin-plain')
        await pause(600_000)
      }
    },
  },
}
