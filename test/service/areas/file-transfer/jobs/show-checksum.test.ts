import { statusOf, uploaded } from '../../../../support/file-transfers.ts'
import { expect, rule } from '../../../../support/rule.ts'
import { standin } from '../../../../support/standin.ts'

const md5 = '5f4dcc3b5aa765d61d8327deb882cf99'

for (const pace of ['instant', 'fast'] as const) {
  rule('decisions §8', `fileTransfer.showChecksum: at the pace ${pace} the computed checksum is shown with the publication`, async () => {
    const { client, simulator } = standin({ pace })
    const fileTransferId = await uploaded(client, { content: 'password' })

    const { counts } = await simulator.advance({ until: 'settled' })

    expect([counts['fileTransfer.scan'], counts['fileTransfer.showChecksum']]).toEqual([1, undefined])
    expect(await statusOf(client, fileTransferId)).toMatchObject({ status: 'Published', checksum: md5 })
  })
}

rule('file-transfer §3.1, decisions §8', 'at the real pace the computed checksum is shown a second after the publication', async () => {
  const { client, simulator } = standin({ pace: 'real' })
  const fileTransferId = await uploaded(client, { content: 'password' })

  await simulator.advance({ by: 30_999 })
  const before = await statusOf(client, fileTransferId)
  const { happened } = await simulator.advance({ by: 1 })

  expect(before).toMatchObject({ status: 'Published', checksum: '' })
  expect(await statusOf(client, fileTransferId)).toMatchObject({ checksum: md5 })
  expect(happened).toContainEqual(expect.objectContaining({ what: 'fileTransfer.showChecksum', id: fileTransferId, checksum: md5 }))
})

rule('file-transfer §3.1', 'the checksum of the sender stays', async () => {
  const { client, simulator } = standin({ pace: 'real' })
  const fileTransferId = await uploaded(client, { content: 'password', checksum: md5 })

  const { counts } = await simulator.advance({ until: 'settled' })

  expect([counts['fileTransfer.scan'], counts['fileTransfer.showChecksum']]).toEqual([1, undefined])
  expect(await statusOf(client, fileTransferId)).toMatchObject({ checksum: md5 })
})
