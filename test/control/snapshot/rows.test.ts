/** Snapshots over HTTP: the document, and the bytes of files that travel by themselves. */

import { createHash } from 'node:crypto'
import { fileTransfers } from '../../../src/service/areas/file-transfer/records/file-transfers.ts'
import { control } from '../../support/control.ts'
import { published } from '../../support/file-transfers.ts'
import { orderTo, toEmail, ttd } from '../../support/orders.ts'
import { expect, rule } from '../../support/rule.ts'
import { base } from '../../support/standin.ts'

const large = new Uint8Array(200_000).map((_, at) => at * 7)
const hash = createHash('sha256').update(large).digest('hex')
const contents = '/_standin/snapshot/contents'

rule('decisions §12', 'a world is saved and restored over HTTP, in another simulator, with its large files', async () => {
  const { ask, send, client } = control()
  await client.call('notifications.createOrder', { as: ttd, body: orderTo(toEmail()) })
  const fileTransferId = await published(client, { content: large })
  const saved = await ask('control.takeSnapshot', { query: { journal: 'true', inline: '100' } })
  expect(saved.body.contents).toEqual([{ id: expect.any(String), size: 200_000, sha256: hash }])
  const bytes = await send(new Request(`${base}${contents}/${hash}`))
  expect([bytes.status, bytes.headers.get('content-length'), bytes.headers.get('content-type')]).toEqual([
    200,
    '200000',
    'application/octet-stream',
  ])

  const other = control()
  const refused = await other.ask('control.restoreSnapshot', { prefix: '/worlds/saved', body: saved.body })
  expect([refused.status, refused.body.detail]).toEqual([
    409,
    `The snapshot needs 1 content items that were not sent. Send each with PUT /_standin/snapshot/contents/{sha256} first, or with simulator.snapshotContents.put. Missing: ${hash}.`,
  ])
  expect(other.simulator.worlds().map(({ name }) => name)).toEqual(['default'])

  const put = await other.send(new Request(`${base}/worlds/saved${contents}/${hash}`, { method: 'PUT', body: await bytes.arrayBuffer() }))
  expect(put.status).toBe(204)
  const restored = await other.ask('control.restoreSnapshot', { prefix: '/worlds/saved', body: saved.body })
  expect([restored.status, restored.body]).toEqual([200, { world: 'saved', differences: [] }])
  const state = await other.ask('control.showState', { prefix: '/worlds/saved' })
  expect(state.body).toMatchObject({ content: { files: 1, bytes: 200_000 }, environments: { test: { orders: { total: 1 } } } })
  const download = await other
    .clientOf('/worlds/saved')
    .open('fileTransfer.download', { params: { fileTransferId }, as: { orgNo: '370916446' } })
  expect(Buffer.from(await download.arrayBuffer()).equals(Buffer.from(large))).toBe(true)
})

rule('decisions §12', 'a document that is nested deep, or has more values than fit, is refused before it is read', async () => {
  const { ask, send } = control()
  const { body } = await ask('control.takeSnapshot')
  const deep = `${'['.repeat(200_000)}${']'.repeat(200_000)}`
  const put = async (contents: string) => {
    const document = JSON.stringify({ ...body, contents: null }).replace('"contents":null', `"contents":${contents}`)
    const headers = { 'content-type': 'application/json' }
    const reply = await send(new Request(`${base}/_standin/snapshot`, { method: 'PUT', headers, body: document }))
    return [reply.status, (await reply.json()).detail]
  }

  expect(await put(deep)).toEqual([400, 'body: the JSON is nested more than 100 levels deep.'])
  expect(await put(`[${'{},'.repeat(12_000_000)}{}]`)).toEqual([400, 'body: the JSON contains more than 11184810 values.'])
  // Of many mistakes, the first one is told.
  expect(await put(`[${'{},'.repeat(500_000)}{}]`)).toEqual([400, 'snapshot.contents[0].id is missing.'])
})

rule('decisions §12', 'a fork on one server sends no bytes of files again', async ({ ask, client }) => {
  await published(client, { content: large })
  const { body } = await ask('control.takeSnapshot')

  expect(await ask('control.restoreSnapshot', { prefix: '/worlds/fork', body })).toMatchObject({ status: 200, body: { world: 'fork' } })
  expect((await ask('control.showState', { prefix: '/worlds/fork' })).body.content.bytes).toBe(200_000)
})

rule('decisions §12', 'bytes with another hash are refused, and nothing of them is kept', async ({ ask, send, simulator, client }) => {
  const wrong = '0'.repeat(64)
  const put = await send(new Request(`${base}${contents}/${wrong}`, { method: 'PUT', body: large }))
  expect([put.status, (await put.json()).detail]).toEqual([400, `These bytes have the SHA-256 ${hash}, but ${wrong} was expected.`])

  await published(client, { content: large })
  const { body } = await ask('control.takeSnapshot')
  body.contents[0].sha256 = wrong
  expect((await ask('control.restoreSnapshot', { body })).status).toBe(409)
  expect(await ask('control.readSnapshotContent', { params: { sha256: wrong } })).toMatchObject({
    status: 404,
    body: {
      detail: `This world's last snapshot does not contain ${wrong}, or its file has since been removed. Take the snapshot again.`,
    },
  })
  expect(await ask('control.putSnapshotContent', { params: { sha256: '../../etc/passwd' }, body: 'x' })).toMatchObject({ status: 400 })
  expect(simulator.world.environments.test.of(fileTransfers).size).toBe(1)
})

rule('decisions §12', 'a query that a snapshot cannot follow is refused', async ({ ask }) => {
  expect(await ask('control.takeSnapshot', { query: { inline: '1e9' } })).toMatchObject({
    status: 400,
    body: { detail: 'query.inline: "1e9" is not a number of bytes. Valid: 0 to 67108864.' },
  })
  expect((await ask('control.takeSnapshot', { prefix: '/worlds/none' })).status).toBe(404)
})
