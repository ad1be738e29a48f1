import { brokenOff, bytes, sender, statusOf, uploaded } from '../../../../support/file-transfers.ts'
import { expect, rule } from '../../../../support/rule.ts'
import { standin } from '../../../../support/standin.ts'

const hours = 3_600_000

rule('file-transfer §3.1, file-transfer §5.4', 'fileTransfer.failStuckUpload: an upload that never ends fails after 24 hours', async () => {
  const { client, simulator } = standin()
  const fileTransferId = await brokenOff(client)

  await simulator.advance({ by: 24 * hours - 1 })
  const before = await statusOf(client, fileTransferId)
  await simulator.advance({ by: 1 })

  expect(before.status).toBe('UploadStarted')
  expect(await statusOf(client, fileTransferId)).toMatchObject({
    status: 'Failed',
    text: 'File transfer was stuck in UploadStarted as it failed upload mid-request.',
  })
})

rule('file-transfer §5.4', 'an upload that ended is not stuck', async ({ client, simulator }) => {
  const fileTransferId = await uploaded(client)

  await simulator.advance({ by: 25 * hours })

  expect((await statusOf(client, fileTransferId)).status).toBe('Published')
})

rule('assumed: an upload that comes too late is refused', 'an upload that continues after it failed is refused', async () => {
  const { client, simulator } = standin()
  const fileTransferId = await brokenOff(client)
  const opened = Promise.withResolvers<ReadableStreamDefaultController<Uint8Array>>()
  const body = new ReadableStream<Uint8Array>({ start: (line) => opened.resolve(line) })
  const reply = client.call('fileTransfer.upload', { as: sender, params: { fileTransferId }, body })
  const line = await opened.promise
  // Enough bytes not to be too slow.
  line.enqueue(new Uint8Array(9_000_000))
  await new Promise((resolve) => setImmediate(resolve))

  await simulator.advance({ by: 24 * hours })
  line.enqueue(bytes('too late'))
  line.close()

  expect((await reply).problem.code).toBe('BRO-00008')
  expect((await statusOf(client, fileTransferId)).status).toBe('Failed')
  expect(simulator.world.blobs.held).toEqual({ bytes: 0, count: 0 })
})
