import { initialized, sender, statusOf } from '../../../../support/file-transfers.ts'
import { append, begin, begun, concatenate, part } from '../../../../support/resumable.ts'
import { expect, rule } from '../../../../support/rule.ts'
import { standin } from '../../../../support/standin.ts'

const wrong = '0'.repeat(32)

for (const disableVirusScan of [false, true]) {
  rule('file-transfer §8', `resumableUpload.verifyUpload: a wrong checksum fails the transfer (no scan: ${disableVirusScan})`, async () => {
    const here = standin({ pace: 'real' })
    const { fileTransferId, place } = await begun(here, 3, { checksum: wrong, disableVirusScan })

    expect((await append(here, place, 0, 'one')).status).toBe(204)
    await here.simulator.advance({ by: 999 })
    const before = await statusOf(here.client, fileTransferId)
    await here.simulator.advance({ by: 1 })

    expect(before.status).toBe('UploadProcessing')
    expect(await statusOf(here.client, fileTransferId)).toMatchObject({ status: 'Failed', text: 'Checksum mismatch' })
    expect(here.simulator.world.blobs.held).toEqual({ bytes: 0, count: 0 })
    await here.simulator.advance({ until: 'settled' })
    expect((await statusOf(here.client, fileTransferId)).status).toBe('Failed')
  })
}

rule('file-transfer §8', 'a concatenation is held against the checksum, too', async ({ here }) => {
  const fileTransferId = await initialized(here.client, { checksum: wrong, disableVirusScan: true })
  await concatenate(here, fileTransferId, [await part(here, fileTransferId, 'one')])

  await here.simulator.advance({ until: 'settled' })

  const { body } = await here.client.call('fileTransfer.details', { as: sender, params: { fileTransferId } })
  expect(body.fileTransferStatusHistory.map((move) => move.fileTransferStatus)).toEqual([
    'Initialized',
    'UploadStarted',
    'UploadProcessing',
    'Failed',
  ])
  expect(body.fileTransferStatusText).toBe('Checksum mismatch')
})

rule('file-transfer §8', 'a right checksum does not replace the scan', async () => {
  const here = standin({ pace: 'real' })
  const { fileTransferId, place } = await begun(here, 3, { checksum: 'f97c5d29941bfb1b2fdab0874906ab82' })
  await append(here, place, 0, 'one')

  await here.simulator.advance({ by: 29_999 })
  const before = await statusOf(here.client, fileTransferId)
  await here.simulator.advance({ by: 1 })

  expect(before.status).toBe('UploadProcessing')
  expect((await statusOf(here.client, fileTransferId)).status).toBe('Published')
})

rule('file-transfer §5.3', 'a scan that ends before the checksum is verified publishes no other file', async () => {
  const here = standin({ pace: 'real' })
  const { fileTransferId, place } = await begun(here, 3, { checksum: wrong })
  await append(here, place, 0, 'one')
  await here.simulator.advance({ by: 0 })

  await here.simulator.fileTransfers.scan('test', fileTransferId, 'clean')

  expect(await statusOf(here.client, fileTransferId)).toMatchObject({ status: 'Failed', text: 'Checksum mismatch' })
  await here.simulator.advance({ until: 'settled' })
  expect(here.simulator.events.list().events.map(({ event }) => event.type.split('.').at(-1))).not.toContain('published')
})

const kinds = [
  ['a concatenation without a scan', { parts: ['one', 'two'], disableVirusScan: true }],
  ['a concatenation with a scan', { parts: ['one', 'two'], disableVirusScan: false }],
  ['an upload in one piece with a scan', { parts: ['one'], disableVirusScan: false }],
  ['an upload in one piece with a checksum', { parts: ['one'], disableVirusScan: true, checksum: 'f97c5d29941bfb1b2fdab0874906ab82' }],
] as const

for (const [name, { parts, ...wanted }] of kinds) {
  rule('file-transfer §8, decisions §8', `${name} is complete for three seconds before it is published, at the pace fast`, async () => {
    const here = standin()
    const fileTransferId = await initialized(here.client, wanted)
    if (parts.length > 1)
      await concatenate(here, fileTransferId, await Promise.all(parts.map((content) => part(here, fileTransferId, content))))
    else await append(here, await begin(here, fileTransferId, 3), 0, parts[0])
    await here.simulator.advance({ by: 2_999 })
    const before = await statusOf(here.client, fileTransferId)
    await here.simulator.advance({ by: 1 })

    expect(before.status).toBe('UploadProcessing')
    expect((await statusOf(here.client, fileTransferId)).status).toBe('Published')
  })
}

rule('decisions §8', 'a resumable upload is published at once at the pace instant', async () => {
  const here = standin({ pace: 'instant' })
  const fileTransferId = await initialized(here.client)
  await concatenate(here, fileTransferId, [await part(here, fileTransferId, 'one')])
  await here.simulator.advance({ by: 0 })

  expect((await statusOf(here.client, fileTransferId)).status).toBe('Published')
})
