import { brokenOff, bytes, initialized, published, sender, statusOf, stranger, uploaded } from '../../../support/file-transfers.ts'
import { losses } from '../../../support/resources.ts'
import { line } from '../../../support/resumable.ts'
import { expect, rule } from '../../../support/rule.ts'
import { switchOn } from '../../../support/rules.ts'
import { standin } from '../../../support/standin.ts'
import { platformWith } from '../../../support/storage.ts'

type Client = ReturnType<typeof standin>['client']

const upload = (client: Client, fileTransferId: string, over: object = {}) =>
  client.call('fileTransfer.upload', { as: sender, params: { fileTransferId }, body: bytes('one two three'), ...over })

rule('file-transfer §3.1', 'an upload answers with the id, before the scan is done', async ({ client }) => {
  const fileTransferId = await initialized(client)

  const { status, text } = await upload(client, fileTransferId)

  expect([status, text]).toEqual([200, `{"fileTransferId":"${fileTransferId}"}`])
  expect(await statusOf(client, fileTransferId)).toEqual({ status: 'UploadProcessing', text: 'Processing upload', size: 13, checksum: '' })
})

rule('file-transfer §3.1', 'an unscanned file is published, with its checksum, before the answer', async ({ client }) => {
  const fileTransferId = await uploaded(client, { disableVirusScan: true })

  const { body } = await client.call('fileTransfer.details', { as: sender, params: { fileTransferId } })

  expect(body.fileTransferStatusHistory.map((move) => move.fileTransferStatus)).toEqual(['Initialized', 'UploadStarted', 'Published'])
  expect(body.checksum).toBe('5e4fe0155703dde467f3ab234e6f966f')
})

rule('file-transfer §3.1', 'an empty body is a file of no bytes', async ({ client }) => {
  const fileTransferId = await initialized(client, { disableVirusScan: true })

  const reply = await client.call('fileTransfer.upload', { as: sender, params: { fileTransferId } })

  expect(reply.status).toBe(200)
  expect(await statusOf(client, fileTransferId)).toMatchObject({ size: 0, checksum: 'd41d8cd98f00b204e9800998ecf8427e' })
})

rule('file-transfer §3.1', 'a second upload after the first has ended is refused, and changes nothing', async ({ client }) => {
  const fileTransferId = await published(client)
  const before = await statusOf(client, fileTransferId)

  const reply = await upload(client, fileTransferId, { body: bytes('other content') })

  expect([reply.status, reply.problem.code]).toEqual([409, 'BRO-00004'])
  expect(await statusOf(client, fileTransferId)).toEqual(before)
})

rule('file-transfer §3.1', 'the right to upload is judged before the status', async ({ client }) => {
  const fileTransferId = await uploaded(client)

  expect((await upload(client, fileTransferId, { as: stranger })).problem.code).toBe('BRO-00006')
})

rule('file-transfer §3.1', 'a file too large for the virus scan is refused, and the sender may upload again', async ({ client }) => {
  const fileTransferId = await initialized(client)

  const reply = await upload(client, fileTransferId, { headers: { 'content-length': '50000000001' } })

  expect([reply.status, reply.problem.code]).toEqual([400, 'BRO-00016'])
  expect(await statusOf(client, fileTransferId)).toMatchObject({ status: 'Initialized' })
  expect((await upload(client, fileTransferId)).status).toBe(200)
})

rule('file-transfer §3.1', 'a file without a virus scan may be larger', async ({ client }) => {
  const fileTransferId = await initialized(client, { disableVirusScan: true })

  expect((await upload(client, fileTransferId, { headers: { 'content-length': '50000000001' } })).status).toBe(200)
})

rule('file-transfer §3.1', 'a file without an announced length is never too large', async ({ client }) => {
  const fileTransferId = await initialized(client, { resourceId: 'standin-small' })
  const { body, send, end } = line()
  send('x'.repeat(2 ** 20 + 5))
  end()

  expect((await upload(client, fileTransferId, { body })).status).toBe(200)
  expect(await statusOf(client, fileTransferId)).toMatchObject({ size: 2 ** 20 + 5 })
})

rule('file-transfer §3.1', 'content with the given checksum is accepted', async ({ client }) => {
  const fileTransferId = await uploaded(client, { checksum: '5f4dcc3b5aa765d61d8327deb882cf99', content: 'password' })

  expect(await statusOf(client, fileTransferId)).toMatchObject({
    status: 'UploadProcessing',
    checksum: '5f4dcc3b5aa765d61d8327deb882cf99',
  })
})

rule('file-transfer §3.1', 'content with another checksum fails the transfer, and its bytes are removed', async ({ client, simulator }) => {
  const fileTransferId = await initialized(client, { checksum: '0'.repeat(32) })

  const reply = await upload(client, fileTransferId)

  expect([reply.status, reply.problem.code]).toEqual([400, 'BRO-00009'])
  expect(await statusOf(client, fileTransferId)).toMatchObject({ status: 'Failed', text: 'Checksum mismatch' })
  expect(simulator.world.blobs.held).toEqual({ bytes: 0, count: 0 })
})

rule('file-transfer §3.1', 'a checksum of white space counts as absent', async ({ client }) => {
  const fileTransferId = await published(client, { checksum: '  ', content: 'password' })

  expect(await statusOf(client, fileTransferId)).toMatchObject({ checksum: '5f4dcc3b5aa765d61d8327deb882cf99' })
})

rule('file-transfer §3.1', 'with two uploads at once the first to end publishes the file, and the other fails the transfer', async () => {
  const { client, simulator } = standin()
  const fileTransferId = await initialized(client)
  const [slow, quick] = [line(), line()]
  const first = upload(client, fileTransferId, { body: slow.body })
  const second = upload(client, fileTransferId, { body: quick.body })
  slow.send('begun first')
  quick.send('ended first')

  quick.end()
  const winner = await second
  slow.end()
  const loser = await first

  expect(winner.status).toBe(200)
  expect(loser.status).toBe(500)
  expect(loser.problem.code).toBe('BRO-00008')
  expect(await statusOf(client, fileTransferId)).toMatchObject({ status: 'Failed', text: 'Error occurred while uploading fileTransfer' })
  expect(simulator.world.blobs.held).toEqual({ bytes: 0, count: 0 })
  await simulator.advance({ until: 'settled' })
  expect(await statusOf(client, fileTransferId)).toMatchObject({ status: 'Failed' })
})

rule('decisions §5', 'an upload that breaks off is a cancelled call', async ({ client, simulator }) => {
  await brokenOff(client)

  expect(simulator.world.journal.calls.list().at(-1)).toMatchObject({
    operation: 'fileTransfer.upload',
    status: 499,
    code: 'NOT-00002',
    commits: 1,
  })
})

rule('file-transfer §3.1', 'an upload that breaks off may begin again', async ({ client, simulator }) => {
  const fileTransferId = await brokenOff(client)

  expect(await statusOf(client, fileTransferId)).toMatchObject({ status: 'UploadStarted', text: 'Upload started', size: 0 })
  expect(simulator.world.blobs.held).toEqual({ bytes: 0, count: 0 })
  expect((await upload(client, fileTransferId)).status).toBe(200)
  const { body } = await client.call('fileTransfer.details', { as: sender, params: { fileTransferId } })
  expect(body.fileTransferStatusHistory.map((move) => move.fileTransferStatus)).toEqual([
    'Initialized',
    'UploadStarted',
    'UploadStarted',
    'UploadProcessing',
  ])
})

rule('decisions §16', 'the stored bytes of an upload that breaks off are removed', async () => {
  let discarded = 0
  const platform = platformWith((writer) => ({
    discard() {
      discarded++
      return writer.discard()
    },
  }))
  const { client } = standin({ platform })

  await brokenOff(client)

  expect(discarded).toBe(1)
})

rule('file-transfer §3.1', 'a storage that fails during the upload fails the transfer', async () => {
  const platform = platformWith(() => ({ write: () => Promise.reject(new Error('The disk is full.')) }))
  const { client } = standin({ platform })
  const fileTransferId = await initialized(client)

  const reply = await upload(client, fileTransferId)

  expect([reply.status, reply.problem.code]).toEqual([500, 'BRO-00008'])
  expect(await statusOf(client, fileTransferId)).toMatchObject({ status: 'Failed', text: 'Error occurred while uploading fileTransfer' })
})

rule('decisions §16', 'an upload is read no faster than the storage writes', async () => {
  const full = Promise.withResolvers<void>()
  const platform = platformWith((writer) => ({ write: (chunk: Uint8Array) => full.promise.then(() => writer.write(chunk)) }))
  const { client } = standin({ platform })
  const fileTransferId = await initialized(client)
  const pulled: number[] = []
  const started = Promise.withResolvers<void>()
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      pulled.push(pulled.length)
      if (pulled.length > 50) controller.close()
      else controller.enqueue(new Uint8Array(1000))
      started.resolve()
      await new Promise((resolve) => setImmediate(resolve))
    },
  })
  const reply = upload(client, fileTransferId, { body })

  await started.promise
  for (let turn = 0; turn < 100; turn++) await new Promise((resolve) => setImmediate(resolve))
  const before = pulled.length
  full.resolve()

  expect(before).toBeLessThan(10)
  expect((await reply).status).toBe(200)
  expect(await statusOf(client, fileTransferId)).toMatchObject({ size: 50_000 })
})

rule('decisions §13', 'an upload while the storage is out of reach changes nothing', async ({ client, simulator }) => {
  const fileTransferId = await initialized(client)
  await switchOn({ simulator }, [{ outage: 'storage' }])

  const reply = await upload(client, fileTransferId)

  expect([reply.status, reply.problem.code]).toEqual([503, 'NOT-00004'])
  expect(await statusOf(client, fileTransferId)).toMatchObject({ status: 'Initialized' })
})

for (const code of ['BRO-00005', 'BRO-00002', 'BRO-00021'] as const) {
  rule('file-transfer §3.1', `an upload is refused when its resource lost registration, service owner or storage: ${code}`, async () => {
    const { client, simulator } = standin()
    const fileTransferId = await initialized(client)
    losses[code]?.(simulator, 'standin-plain')

    const reply = await upload(client, fileTransferId)

    expect(reply.problem.code).toBe(code)
    expect((await statusOf(client, fileTransferId)).status).toBe('Initialized')
  })
}
