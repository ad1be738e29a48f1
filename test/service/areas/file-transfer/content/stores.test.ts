/** The limit of stored content. */
import { breakOff, bytes, initialized, sender, statusOf, uploaded } from '../../../../support/file-transfers.ts'
import { append, begun, line } from '../../../../support/resumable.ts'
import { expect, rule, test } from '../../../../support/rule.ts'
import { standin } from '../../../../support/standin.ts'

type Client = ReturnType<typeof standin>['client']

const upload = async (client: Client, size: number) => {
  const fileTransferId = await initialized(client)
  const reply = await client.call('fileTransfer.upload', { as: sender, params: { fileTransferId }, body: new Uint8Array(size) })
  return { fileTransferId, status: reply.status, code: reply.problem.code }
}

rule('file-transfer §3.1', 'content beyond the limit fails its transfer with BRO-00008', async () => {
  const { client, simulator } = standin({ maxSpool: 1000 })

  const exact = await upload(client, 1000)
  const beyond = await upload(client, 1)

  expect(exact.status).toBe(200)
  expect(beyond).toMatchObject({ status: 500, code: 'BRO-00008' })
  expect(await statusOf(client, beyond.fileTransferId)).toMatchObject({
    status: 'Failed',
    text: 'Error occurred while uploading fileTransfer',
  })
  expect(simulator.world.blobs.held).toEqual({ bytes: 1000, count: 1 })
  expect(simulator.world.journal.calls.list().findLast(({ code }) => code === 'BRO-00008')?.why).toContain(
    'at most 1000 bytes may be stored (--max-spool)',
  )
})

rule('file-transfer §3.2', 'a form beyond the limit is refused with BRO-00008', async () => {
  const { client, simulator } = standin({ maxSpool: 10 })
  const parts = new FormData()
  parts.append('FileTransfer', new Blob(['eleven bytes']), 'report.xml')

  const reply = await client.call('fileTransfer.initializeAndUpload', { as: sender, body: parts })

  expect(reply.problem.code).toBe('BRO-00008')
  expect(simulator.world.blobs.held).toEqual({ bytes: 0, count: 0 })
})

test('content that is removed, aborted, refused or reset frees its space', async () => {
  const { client, simulator } = standin({ maxSpool: 1000 })
  const fits = async () => (await upload(client, 1000)).status

  const purged = await upload(client, 1000)
  await simulator.fileTransfers.expire('test', purged.fileTransferId)
  await breakOff(client, await initialized(client))
  const wrong = await initialized(client, { checksum: '0'.repeat(32) })
  await client.call('fileTransfer.upload', { as: sender, params: { fileTransferId: wrong }, body: bytes('another') })
  const chunks = new ReadableStream<Uint8Array>({
    start(line) {
      line.enqueue(new Uint8Array(600))
      line.enqueue(new Uint8Array(600))
      line.close()
    },
  })
  const refused = await client.call('fileTransfer.upload', {
    as: sender,
    params: { fileTransferId: await initialized(client) },
    body: chunks,
  })
  const after = await fits()
  simulator.reset()

  expect(refused.problem.code).toBe('BRO-00008')
  expect([after, await fits()]).toEqual([200, 200])
})

test('all worlds and environments share one limit', async () => {
  const { clientOf, simulator } = standin({ maxSpool: 1000 })
  const statuses = []
  for (const prefix of ['', '/production', '/worlds/other', '/worlds/other/production'])
    statuses.push((await upload(clientOf(prefix), 300)).status)
  simulator.drop('other')
  statuses.push((await upload(clientOf(), 300)).status)

  expect(statuses).toEqual([200, 200, 200, 500, 200])
})

test('generated content takes no space', async () => {
  const { client, simulator } = standin({ maxSpool: 0 })
  const { fileTransferId } = simulator.fileTransfers.publish('test', { size: 5_000_000 })

  const reply = await client.call('fileTransfer.download', { params: { fileTransferId } })

  expect([reply.status, reply.bytes.length]).toEqual([200, 5_000_000])
})

test('without a limit nothing is counted', async ({ client }) => {
  expect((await statusOf(client, await uploaded(client, { content: new Uint8Array(3_000_000) }))).size).toBe(3_000_000)
})

rule('file-transfer §8', 'a resumable upload counts once, and frees its space', async () => {
  const here = standin({ maxSpool: 1000 })
  const { fileTransferId, place } = await begun(here, 1000)
  await append(here, place, 0, new Uint8Array(400))
  const { body, send, end } = line()
  send('x'.repeat(300))
  send('x'.repeat(301))
  end()
  await append(here, place, 400, body)
  await append(here, place, 400, new Uint8Array(600))
  await here.simulator.advance({ until: 'settled' })

  expect((await statusOf(here.client, fileTransferId)).status).toBe('Published')
  await here.simulator.fileTransfers.expire('test', fileTransferId)
  const again = await begun(here, 1001)
  await append(here, again.place, 0, new Uint8Array(900))
  expect((await append(here, again.place, 900, new Uint8Array(101))).status).toBe(500)
  expect((await upload(here.client, 1000)).status).toBe(200)
})
