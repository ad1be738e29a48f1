import { downloaded, initialized, iso, otherRecipient, published, recipient, sender, uploaded } from '../../../support/file-transfers.ts'
import { expect, rule } from '../../../support/rule.ts'
import { standin } from '../../../support/standin.ts'

rule('file-transfer §4.1', 'the properties come in the order of the wire', async ({ client }) => {
  const fileTransferId = await published(client)

  const { body } = await client.call('fileTransfer.overview', { as: recipient, params: { fileTransferId } })

  expect(Object.keys(body)).toEqual([
    'fileTransferId',
    'resourceId',
    'fileName',
    'sendersFileTransferReference',
    'checksum',
    'useVirusScan',
    'fileTransferSize',
    'fileTransferStatus',
    'fileTransferStatusText',
    'fileTransferStatusChanged',
    'created',
    'expirationTime',
    'sender',
    'recipients',
    'propertyList',
    'published',
  ])
  expect(Object.keys(body.recipients[0] ?? {})).toEqual([
    'recipient',
    'currentRecipientFileTransferStatusCode',
    'currentRecipientFileTransferStatusText',
    'currentRecipientFileTransferStatusChanged',
  ])
})

rule('file-transfer §4.1', 'a published transfer has the time of its publication', async ({ client, simulator }) => {
  const fileTransferId = await uploaded(client)
  await simulator.advance({ by: 1500 })

  const { body } = await client.call('fileTransfer.overview', { as: sender, params: { fileTransferId } })

  expect(body).toMatchObject({
    useVirusScan: true,
    fileTransferStatus: 'Published',
    fileTransferStatusText: 'Ready for download',
    fileTransferStatusChanged: '2026-06-01T10:00:01+00:00',
    published: '2026-06-01T10:00:01+00:00',
  })
})

rule('file-transfer §4.1', 'the status of a recipient does not go back, but its time moves on', async ({ client, simulator }) => {
  const fileTransferId = await downloaded(client, { recipients: [iso(recipient), iso(otherRecipient)] })
  const params = { fileTransferId }
  await client.call('fileTransfer.confirmDownload', { as: recipient, params })
  await simulator.advance({ by: 60_000 })
  await client.call('fileTransfer.download', { as: recipient, params })

  const { body } = await client.call('fileTransfer.overview', { as: sender, params })

  expect(body.recipients[0]).toEqual({
    recipient: iso(recipient),
    currentRecipientFileTransferStatusCode: 'DownloadConfirmed',
    currentRecipientFileTransferStatusText: 'Recipient has downloaded fileTransfer',
    currentRecipientFileTransferStatusChanged: '2026-06-01T10:01:00+00:00',
  })
})

rule('decisions §2', 'a transfer of one environment does not exist in the other', async ({ client, clientOf }) => {
  const fileTransferId = await published(client)

  expect((await clientOf('/production').call('fileTransfer.overview', { as: sender, params: { fileTransferId } })).status).toBe(404)
})

rule('file-transfer §0', 'an id is read in every notation of a GUID, and no other', async ({ client }) => {
  const fileTransferId = await published(client)

  for (const notation of [`{${fileTransferId}}`, fileTransferId.replaceAll('-', ''), fileTransferId.toUpperCase()]) {
    const { body } = await client.call('fileTransfer.overview', { as: sender, params: { fileTransferId: notation } })

    expect(body.fileTransferId).toBe(fileTransferId)
  }
  const { problem } = await client.call('fileTransfer.overview', { as: sender, params: { fileTransferId: 'abc' } })
  expect(problem.errors).toEqual({ fileTransferId: ["The value 'abc' is not valid."] })
})

rule('assumed: a body has room for a million recipients', 'a transfer with very many recipients is shown with all of them', async () => {
  const { client } = standin()
  const recipients = Array.from({ length: 50_000 }, (_, nth) => `0192:${300_000_000 + nth}`)
  const fileTransferId = await initialized(client, { recipients })

  const { body } = await client.call('fileTransfer.overview', { as: sender, params: { fileTransferId } })

  expect(body.recipients).toHaveLength(50_000)
})
