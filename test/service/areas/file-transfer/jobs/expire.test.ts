import { brokenOff, confirmed, failed, initialized, published, statusOf, uploaded } from '../../../../support/file-transfers.ts'
import { expect, rule } from '../../../../support/rule.ts'
import { switchOn } from '../../../../support/rules.ts'
import { standin } from '../../../../support/standin.ts'

const hours = 3_600_000
const days = 24 * hours

const states = { Initialized: initialized, UploadStarted: brokenOff, UploadProcessing: uploaded, Published: published, Failed: failed }
for (const [status, bring] of Object.entries(states)) {
  rule('file-transfer §5.3', `fileTransfer.expire: a transfer that was ${status} is purged at its expiration time`, async () => {
    const { client, simulator } = standin()
    const fileTransferId = await bring(client, { fileName: 'stuckscan.txt' })

    await simulator.advance({ by: 30 * days - 1 })
    const before = await statusOf(client, fileTransferId)
    await simulator.advance({ by: 1 })

    expect(before.status).not.toBe('Purged')
    expect(await statusOf(client, fileTransferId)).toMatchObject({ status: 'Purged', text: 'FileTransfer has been purged' })
    expect(simulator.world.blobs.held).toEqual({ bytes: 0, count: 0 })
  })
}

rule('file-transfer §5.3', 'a purged file is not purged again', async ({ client, simulator }) => {
  const fileTransferId = await confirmed(client)
  await simulator.advance({ by: 2 * hours })

  const { happened } = await simulator.advance({ by: 30 * days })

  expect(happened).toContainEqual(expect.objectContaining({ what: 'fileTransfer.expire', id: fileTransferId, nothing: 'purged before' }))
})

rule('decisions §13', 'a file stays while the storage is down, and is removed when it is back', async ({ client, simulator }) => {
  const fileTransferId = await published(client)
  await simulator.advance({ by: 30 * days - hours })
  await switchOn({ simulator }, [{ outage: 'storage' }], { ttl: 2 * hours })

  await simulator.advance({ by: hours + 60_000 })
  const during = await statusOf(client, fileTransferId)
  await simulator.advance({ by: hours })

  expect(during.status).toBe('Published')
  expect((await statusOf(client, fileTransferId)).status).toBe('Purged')
})

rule('file-transfer §5.3', 'a file that all recipients have confirmed expires with its grace period', async ({ client, simulator }) => {
  const fileTransferId = await published(client)
  await simulator.advance({ by: 30 * days - hours })
  const params = { fileTransferId }
  await client.call('fileTransfer.download', { params })
  await client.call('fileTransfer.confirmDownload', { params })

  await simulator.advance({ by: hours })
  const atExpiry = await statusOf(client, fileTransferId)
  await simulator.advance({ by: hours })

  expect(atExpiry.status).toBe('AllConfirmedDownloaded')
  expect((await statusOf(client, fileTransferId)).status).toBe('Purged')
})
