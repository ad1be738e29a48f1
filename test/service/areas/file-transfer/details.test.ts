import { downloaded, iso, published, recipient, sender, uploaded } from '../../../support/file-transfers.ts'
import { expect, rule } from '../../../support/rule.ts'

rule('file-transfer §4.2', 'the histories come first, then what the overview shows', async ({ client }) => {
  const params = { fileTransferId: await published(client) }

  const { body } = await client.call('fileTransfer.details', { as: sender, params })
  const { body: overview } = await client.call('fileTransfer.overview', { as: sender, params })

  const shared = Object.keys(overview).filter((name) => name !== 'published')
  expect(Object.keys(body)).toEqual(['fileTransferStatusHistory', 'recipientFileTransferStatusHistory', 'published', ...shared])
  expect(body).toMatchObject(overview)
})

rule('file-transfer §4.2', 'the history of a transfer has every status, oldest first', async ({ client, simulator }) => {
  const fileTransferId = await uploaded(client)
  await simulator.advance({ until: 'settled' })

  const { body } = await client.call('fileTransfer.details', { as: sender, params: { fileTransferId } })

  expect(body.fileTransferStatusHistory).toEqual([
    {
      fileTransferStatus: 'Initialized',
      fileTransferStatusText: 'Ready for upload',
      fileTransferStatusChanged: '2026-06-01T10:00:00+00:00',
    },
    {
      fileTransferStatus: 'UploadStarted',
      fileTransferStatusText: 'Upload started',
      fileTransferStatusChanged: '2026-06-01T10:00:00+00:00',
    },
    {
      fileTransferStatus: 'UploadProcessing',
      fileTransferStatusText: 'Processing upload',
      fileTransferStatusChanged: '2026-06-01T10:00:00+00:00',
    },
    {
      fileTransferStatus: 'Published',
      fileTransferStatusText: 'Ready for download',
      fileTransferStatusChanged: '2026-06-01T10:00:01+00:00',
    },
  ])
})

rule('file-transfer §4.2', 'the history of the recipients has every download', async ({ client }) => {
  const params = { fileTransferId: await downloaded(client) }
  await client.call('fileTransfer.download', { as: recipient, params })

  const { body } = await client.call('fileTransfer.details', { as: recipient, params })

  const started = {
    recipient: iso(recipient),
    recipientFileTransferStatusCode: 'DownloadStarted',
    recipientFileTransferStatusText: 'Recipient has attempted to download fileTransfer',
    recipientFileTransferStatusChanged: '2026-06-01T10:00:00+00:00',
  }
  expect(body.recipientFileTransferStatusHistory.slice(1)).toEqual([started, started])
})
