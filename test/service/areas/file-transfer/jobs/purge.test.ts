import { confirmed, iso, otherRecipient, recipient, statusOf } from '../../../../support/file-transfers.ts'
import { expect, rule } from '../../../../support/rule.ts'
import { switchOn } from '../../../../support/rules.ts'
import { standin } from '../../../../support/standin.ts'

const hours = 3_600_000

rule('file-transfer §5.4', 'fileTransfer.purge: a file that all recipients have confirmed is purged after two hours', async () => {
  const { client, simulator } = standin()
  const fileTransferId = await confirmed(client)

  await simulator.advance({ by: 2 * hours - 1 })
  const before = await statusOf(client, fileTransferId)
  await simulator.advance({ by: 1 })

  expect(before.status).toBe('AllConfirmedDownloaded')
  expect(await statusOf(client, fileTransferId)).toMatchObject({ status: 'Purged', size: 13 })
  expect(simulator.world.blobs.held).toEqual({ bytes: 0, count: 0 })
})

rule('file-transfer §5.3', 'a file that some recipients have not confirmed is not purged', async ({ client, simulator }) => {
  const fileTransferId = await confirmed(client, { recipients: [iso(recipient), iso(otherRecipient)] })

  await simulator.advance({ by: 24 * hours })

  expect((await statusOf(client, fileTransferId)).status).toBe('Published')
})

rule('decisions §13', 'a purge is tried again while the storage is down', async ({ client, simulator }) => {
  const fileTransferId = await confirmed(client)
  await switchOn({ simulator }, [{ outage: 'storage' }], { ttl: 3 * hours })

  await simulator.advance({ by: 3 * hours - 1 })
  const during = await statusOf(client, fileTransferId)
  await simulator.advance({ by: 60_000 })

  expect(during.status).toBe('AllConfirmedDownloaded')
  expect((await statusOf(client, fileTransferId)).status).toBe('Purged')
})
