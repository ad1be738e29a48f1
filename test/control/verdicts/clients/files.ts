/** Example clients that send and receive files. */
import { anyName } from '../../../../src/service/wire/misuse.ts'
import type { Clients } from './kit.ts'

type World = Parameters<NonNullable<Clients['arrange']>>[0]

const recipient = { orgNo: '370916446' }
const sender = { orgNo: '347147753' }
const root = '/broker/api/v1/filetransfer'

const announcement = {
  fileName: 'report.xml',
  resourceId: 'standin-plain',
  sendersFileTransferReference: 'batch-42',
  sender: '0192:347147753',
  recipients: ['0192:370916446'],
}

async function published(world: World): Promise<string> {
  const { fileTransferId } = await world.givens.arrange('a published file transfer exists', { content: '0123456789 and so on' })
  return `${root}/${fileTransferId}`
}

export const files: Readonly<Record<string, Clients>> = {
  'too-many-requests': {
    as: recipient,
    async arrange(world) {
      const file = await published(world)
      await world.scenarios.use('rate-limit-recovery')
      return file
    },
    async good({ call, pause, file }) {
      const { status, headers } = await call('GET', file)
      if (status === 429) await pause(Number(headers.get('retry-after')) * 1000)
      await call('GET', file)
    },
    async bad({ call, file }) {
      const { status } = await call('GET', file)
      if (status === 429) await call('GET', file)
    },
  },
  'resumed-upload': {
    as: sender,
    async arrange(world) {
      const { fileTransferId } = await world.givens.arrange('a file transfer is initialized')
      world.scenarios.define('broken', {
        summary: 'The first part breaks off',
        rules: [{ on: 'resumableUpload.appendToUpload', calls: 1, refuse: { code: 'NOT-00004' } }],
      })
      await world.scenarios.use(anyName('broken'))
      return `${root}/upload/tus/${fileTransferId}`
    },
    async good({ call, pause, file }) {
      const headers = { 'tus-resumable': '1.0.0' }
      await call('POST', file, { headers: { ...headers, 'upload-length': '9' } })
      for (const seconds of [1, 2]) {
        const offset = (await call('HEAD', file, { headers })).headers.get('upload-offset') ?? '0'
        const part = { ...headers, 'upload-offset': offset, 'content-type': 'application/offset+octet-stream' }
        const { status } = await call('PATCH', file, { headers: part, body: '<report/>'.slice(Number(offset)) })
        if (status === 204) return
        await pause(seconds * 1000)
      }
    },
    async bad({ call, pause, file }) {
      const headers = { 'tus-resumable': '1.0.0' }
      const part = { ...headers, 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' }
      for (const seconds of [1, 2]) {
        await call('POST', file, { headers: { ...headers, 'upload-length': '9' } })
        const { status } = await call('PATCH', file, { headers: part, body: '<report/>' })
        if (status === 204) return
        await pause(seconds * 1000)
      }
    },
  },
  'complete-download': {
    as: recipient,
    async arrange(world) {
      const file = await published(world)
      world.scenarios.define('short', {
        summary: 'The first download ends early',
        rules: [{ on: 'fileTransfer.download', calls: 1, truncate: { afterBytes: 10 } }],
      })
      await world.scenarios.use(anyName('short'))
      return file
    },
    async good({ call, pause, file }) {
      const { fileTransferSize } = (await call('GET', file)).json()
      let text = ''
      while (text.length < fileTransferSize) text = (await call('GET', `${file}/download`)).text
      await pause(1_000)
      await call('POST', `${file}/confirmdownload`)
    },
    async bad({ call, file }) {
      await call('GET', `${file}/download`)
      await call('POST', `${file}/confirmdownload`)
    },
  },
  'confirmed-once': {
    as: recipient,
    arrange: published,
    async good({ call, file }) {
      await call('GET', `${file}/download`)
      await call('POST', `${file}/confirmdownload`)
    },
    async bad({ call, file }) {
      await call('GET', `${file}/download`)
      await call('POST', `${file}/confirmdownload`)
      await call('GET', `${file}/download`)
    },
  },
  'relies-on-order': {
    as: recipient,
    async arrange(world) {
      const file = await published(world)
      await world.scenarios.use('histories-unordered')
      return file
    },
    async good({ call, pause, file }) {
      for (let look = 1; look <= 6; look++) {
        const { fileTransferStatus } = (await call('GET', `${file}/details`)).json()
        if (fileTransferStatus === 'Published') break
        await pause(10_000)
      }
      await pause(1_000)
      await call('GET', `${file}/download`)
      await call('POST', `${file}/confirmdownload`)
    },
    async bad({ call, pause, file }) {
      for (let look = 1; look <= 6; look++) {
        const { fileTransferStatusHistory } = (await call('GET', `${file}/details`)).json()
        if (fileTransferStatusHistory.at(-1).fileTransferStatus === 'Published') break
        await pause(10_000)
      }
    },
  },
  'collided-upload': {
    as: sender,
    async arrange(world) {
      await world.scenarios.use('uploads-collide')
      return undefined
    },
    async good({ call, pause }) {
      const { fileTransferId } = (await call('POST', root, { body: announcement })).json()
      const upload = () =>
        call('POST', `${root}/${fileTransferId}/upload`, { headers: { 'content-type': 'application/octet-stream' }, body: '<report/>' })
      const replies = await Promise.all([upload(), upload(), upload(), upload()])
      if (!replies.some(({ status }) => status === 500)) return
      await pause(1_000)
      const { fileTransferStatus } = (await call('GET', `${root}/${fileTransferId}`)).json()
      if (fileTransferStatus === 'Failed') await call('POST', root, { body: announcement })
    },
    async bad({ call }) {
      const { fileTransferId } = (await call('POST', root, { body: announcement })).json()
      const upload = () =>
        call('POST', `${root}/${fileTransferId}/upload`, { headers: { 'content-type': 'application/octet-stream' }, body: '<report/>' })
      const replies = await Promise.all([upload(), upload(), upload(), upload()])
      if (replies.some(({ status }) => status === 500)) await call('POST', root, { body: announcement })
    },
  },
  'refused-in-outage': {
    dialect: 'live',
    as: recipient,
    async arrange(world) {
      const file = await published(world)
      world.scenarios.define('erring', {
        summary: 'Authorization errs for three seconds',
        rules: [{ on: 'fileTransfer', for: 'PT3S', outage: { of: 'authorization', how: 'failing' } }],
      })
      await world.scenarios.use(anyName('erring'))
      return file
    },
    async good({ call, pause, file }) {
      for (const seconds of [1, 2, 4]) {
        const { status } = await call('GET', file)
        if (status === 200) return
        await pause(seconds * 1000)
      }
    },
    async bad({ call, newToken, file }) {
      const { status } = await call('GET', file)
      if (status === 401) await call('GET', file, { token: await newToken() })
    },
  },
  checksum: {
    as: sender,
    async good({ call }) {
      const about = { fileName: 'report.xml', resourceId: 'standin-plain', sendersFileTransferReference: 'batch-42' }
      const parties = { sender: '0192:347147753', recipients: ['0192:370916446'] }
      await call('POST', '/broker/api/v1/filetransfer', { body: { ...about, ...parties, checksum: '0cc175b9c0f1b6a831c399e269772661' } })
    },
    async bad({ call }) {
      const about = { fileName: 'report.xml', resourceId: 'standin-plain', sendersFileTransferReference: 'batch-42' }
      const parties = { sender: '0192:347147753', recipients: ['0192:370916446'] }
      await call('POST', '/broker/api/v1/filetransfer', { body: { ...about, ...parties } })
    },
  },
  'download-confirmed': {
    as: recipient,
    arrange: published,
    async good({ call, pause, file }) {
      await call('GET', `${file}/download`)
      await pause(1_000)
      await call('POST', `${file}/confirmdownload`)
    },
    async bad({ call, file }) {
      await call('GET', `${file}/download`)
    },
  },
  'polling-rate': {
    as: recipient,
    arrange: published,
    async good({ call, pause, file }) {
      for (let look = 1; look <= 6; look++) {
        await call('GET', `${file}/details`)
        await pause(2_000)
      }
    },
    async bad({ call, pause, file }) {
      for (let look = 1; look <= 6; look++) {
        await call('GET', `${file}/details`)
        await pause(500)
      }
    },
  },
}
