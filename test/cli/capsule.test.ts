/** `standin capsule`, and `standin start --record`. */
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { folderWith, run, serverForFile, startProcess } from '../support/command-line.ts'
import { published } from '../support/file-transfers.ts'
import { orderTo, toEmail, ttd } from '../support/orders.ts'

const { url, simulator } = await serverForFile()
const large = new Uint8Array(200_000).map((_, at) => at * 7)

test('a capsule is saved, with large bodies in it, and replayed', async () => {
  const folder = folderWith()
  const inFolder = (...args: string[]) => run(args, { folder })
  await fetch(`${url}/_standin/capsule`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"record":true}' })
  const client = simulator.knobs('default').client()
  await client.call('notifications.createOrder', { as: ttd, body: orderTo(toEmail()) })
  await published(client, { content: large })

  const file = join(folder, 'bug.capsule')
  expect(await inFolder('capsule', 'save', 'bug.capsule', '--url', url)).toEqual({ code: 0, out: `${file}: 3 calls.\n`, err: '' })
  expect(await inFolder('capsule', 'replay', 'bug.capsule')).toEqual({ code: 0, out: 'bug.capsule: 3 calls answered the same.\n', err: '' })
  expect(await inFolder('capsule', 'save', 'bug.capsule', '--url', url)).toMatchObject({
    code: 1,
    err: expect.stringContaining('No capsule is being recorded.'),
  })
})

test('a server records into a file, large bodies beside it, and ends the capsule when it stops', async () => {
  const folder = folderWith()
  const { child, line } = startProcess(['--record', 'all.capsule', '--json', '--clock', 'frozen'], folder)
  const { url: address } = JSON.parse(await line())
  const { token } = await (
    await fetch(`${address}/_standin/tokens`, { method: 'POST', body: '{}', headers: { 'content-type': 'application/json' } })
  ).json()
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const body = JSON.stringify({
    fileName: 'a.xml',
    resourceId: 'standin-plain',
    sendersFileTransferReference: 'a',
    sender: '0192:991825827',
    recipients: ['0192:370916446'],
  })
  const { fileTransferId } = await (await fetch(`${address}/broker/api/v1/filetransfer`, { method: 'POST', headers, body })).json()
  await fetch(`${address}/broker/api/v1/filetransfer/${fileTransferId}/upload`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/octet-stream' },
    body: large,
  })
  child.kill('SIGTERM')
  await once(child, 'exit')

  expect(existsSync(join(folder, 'all.capsule.contents'))).toBe(true)
  expect(await run(['capsule', 'replay', 'all.capsule'], { folder })).toMatchObject({
    code: 0,
    out: 'all.capsule: 2 calls answered the same.\n',
  })
})

test('what is not a capsule is refused', async () => {
  const folder = folderWith({ 'notes.txt': 'no capsule' })
  expect(await run(['capsule', 'replay', 'none'], { folder })).toMatchObject({ code: 2, err: expect.stringContaining('There is no file') })
  expect(await run(['capsule', 'replay', 'notes.txt'], { folder })).toMatchObject({
    code: 2,
    err: expect.stringContaining('is not a capsule of Standin'),
  })
})
