import { createHash } from 'node:crypto'
import { anyName } from '../../../../../src/service/wire/misuse.ts'
import { initialized, recipient, sender, statusOf } from '../../../../support/file-transfers.ts'
import { append, ask, begun, concatenate, filePath, part } from '../../../../support/resumable.ts'
import { expect, rule } from '../../../../support/rule.ts'
import { switchOn } from '../../../../support/rules.ts'
import { standin } from '../../../../support/standin.ts'
import { platformWith } from '../../../../support/storage.ts'

type Here = ReturnType<typeof standin>

async function historyOf({ client }: Here, fileTransferId: string) {
  const { body } = await client.call('fileTransfer.details', { as: sender, params: { fileTransferId } })
  return body.fileTransferStatusHistory.map((move) => move.fileTransferStatus)
}

const stories: [what: string, wanted: object, history: string[]][] = [
  ['scanned', {}, ['Initialized', 'UploadStarted', 'UploadProcessing', 'Published']],
  ['not scanned', { disableVirusScan: true }, ['Initialized', 'UploadStarted', 'Published']],
  [
    'not scanned, but verified',
    { disableVirusScan: true, checksum: '5e4fe0155703dde467f3ab234e6f966f' },
    ['Initialized', 'UploadStarted', 'UploadProcessing', 'Published'],
  ],
]
for (const pace of ['instant', 'fast', 'real'] as const) {
  for (const [what, wanted, history] of stories) {
    rule('file-transfer §8', `resumableUpload.completeUpload: at pace ${pace} an upload that is ${what} goes its way`, async () => {
      const here = standin({ pace })
      const { fileTransferId, place } = await begun(here, 13, wanted)
      await append(here, place, 0, 'one two three')

      await here.simulator.advance({ until: 'settled' })

      expect(await historyOf(here, fileTransferId)).toEqual(history)
      expect(await statusOf(here.client, fileTransferId)).toMatchObject({ size: 13, checksum: '5e4fe0155703dde467f3ab234e6f966f' })
    })
  }
}

for (const disableVirusScan of [false, true]) {
  rule('file-transfer §8', `a concatenation is processed from creation on (${disableVirusScan ? 'unscanned' : 'scanned'})`, async () => {
    const here = standin()
    const fileTransferId = await initialized(here.client, { disableVirusScan })
    const places = [
      await part(here, fileTransferId, 'one '),
      await part(here, fileTransferId, ''),
      await part(here, fileTransferId, 'two three'),
    ]

    await concatenate(here, fileTransferId, places)
    const atOnce = await statusOf(here.client, fileTransferId)
    await here.simulator.advance({ until: 'settled' })

    expect(atOnce.status).toBe('UploadProcessing')
    expect(await historyOf(here, fileTransferId)).toEqual(['Initialized', 'UploadStarted', 'UploadProcessing', 'Published'])
    expect(await statusOf(here.client, fileTransferId)).toMatchObject({ size: 13, checksum: '5e4fe0155703dde467f3ab234e6f966f' })
  })
}

rule('file-transfer §8', 'large parts are put together in the order named, and stored once', async ({ here }) => {
  const fileTransferId = await initialized(here.client, { disableVirusScan: true })
  const whole = createHash('shake256', { outputLength: 4_000_000 }).update('content').digest()
  const second = await part(here, fileTransferId, whole.subarray(1_500_000, 1_500_100))
  const third = await part(here, fileTransferId, whole.subarray(1_500_100))
  const first = await part(here, fileTransferId, whole.subarray(0, 1_500_000))

  await concatenate(here, fileTransferId, [first, second, third])
  await here.simulator.advance({ until: 'settled' })

  const { bytes } = await here.client.call('fileTransfer.download', { as: recipient, params: { fileTransferId } })
  expect(Buffer.compare(bytes, whole)).toBe(0)
  expect((await statusOf(here.client, fileTransferId)).checksum).toBe(createHash('md5').update(whole).digest('hex'))
  expect(here.simulator.world.blobs.held).toEqual({ bytes: whole.length, count: 1 })
  expect((await ask(here, 'HEAD', first)).status).toBe(409)
})

// In two pieces, so that no virus scanner reports this file.
const malware = `${'X5O!P%@AP[4\\PZX54(P^)7CC)7}'}${'$EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'}`

rule('decisions §7', 'malware is found across the borders of parts', async ({ here }) => {
  const fileTransferId = await initialized(here.client)
  const places = [await part(here, fileTransferId, malware.slice(0, 20)), await part(here, fileTransferId, malware.slice(20))]

  await concatenate(here, fileTransferId, places)
  await here.simulator.advance({ until: 'settled' })

  expect((await statusOf(here.client, fileTransferId)).text).toMatch(/^Malware scan failed: Malicious/)
  expect(here.simulator.world.blobs.held).toEqual({ bytes: 0, count: 0 })
})

rule('decisions §13', 'an upload waits for a storage that is out of reach', async ({ here }) => {
  const { fileTransferId, place } = await begun(here, 3, { disableVirusScan: true })
  await switchOn(here, [{ outage: 'storage', on: 'resumableUpload.completeUpload' }])
  await append(here, place, 0, 'one')
  await here.simulator.advance({ by: 10_000 })
  const before = await statusOf(here.client, fileTransferId)

  await here.simulator.scenarios.off(anyName('mine'))
  await here.simulator.advance({ by: 1_000 })

  expect(before.status).toBe('UploadStarted')
  expect((await statusOf(here.client, fileTransferId)).status).toBe('Published')
})

rule('file-transfer §5.1', 'parts that cannot be put together fail the transfer, and nothing of them is kept', async () => {
  let full = false
  const platform = platformWith((writer) => ({
    write: (chunk: Uint8Array) => (full ? Promise.reject(new Error('The disk is full.')) : writer.write(chunk)),
  }))
  const here = standin({ platform })
  const fileTransferId = await initialized(here.client)
  const places = [await part(here, fileTransferId, 'one'), await part(here, fileTransferId, 'two')]
  full = true

  await concatenate(here, fileTransferId, places)
  await here.simulator.advance({ until: 'settled' })

  expect(await statusOf(here.client, fileTransferId)).toMatchObject({
    status: 'Failed',
    text: 'Error occurred while uploading fileTransfer',
  })
  expect(here.simulator.world.blobs.held).toEqual({ bytes: 0, count: 0 })
})

rule(
  'assumed: the first upload to complete wins',
  'an upload that another overtook is over, and what it stored is removed after a day',
  async ({ here }) => {
    const { fileTransferId, place } = await begun(here, 13)
    await append(here, place, 0, 'one two')
    await here.client.call('fileTransfer.upload', { as: sender, params: { fileTransferId }, body: new Uint8Array(5) })

    const late = await append(here, place, 7, ' three')
    await here.simulator.advance({ by: 86_400_000 })

    expect(late.status).toBe(409)
    expect(await statusOf(here.client, fileTransferId)).toMatchObject({ status: 'Published', size: 5 })
    expect(here.simulator.world.blobs.held).toEqual({ bytes: 5, count: 1 })
    expect((await ask(here, 'HEAD', filePath(fileTransferId))).status).toBe(404)
  },
)
