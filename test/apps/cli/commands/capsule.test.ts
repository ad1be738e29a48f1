/** `standin capsule`, and `standin start --record`. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { expect, onTestFinished } from 'vitest'
import { command, failure, misuse, run, serverForFile, startProcess } from '../../../support/command-line.ts'
import { published, unknownId } from '../../../support/file-transfers.ts'
import { folderWith } from '../../../support/folder.ts'
import { orderTo, toEmail, ttd } from '../../../support/orders.ts'
import { recordSession } from '../../../support/recorded-sessions.ts'
import { test } from '../../../support/rule.ts'

const { url, simulator } = await serverForFile()
const post = (row: string, body: object, world = 'default') =>
  fetch(`${url}/worlds/${world}/_standin/${row}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
const large = new Uint8Array(200_000).map((_, at) => at * 7)

test('a capsule is saved, with large bodies in it, and replayed', async ({ folder }) => {
  const inFolder = (...args: string[]) => run(args, { folder })
  await post('capsule', { record: true })
  const client = simulator.knobs('default').client()
  await client.call('notifications.createOrder', { as: ttd, body: orderTo(toEmail()) })
  await published(client, { content: large })

  const file = join(folder, 'bug.capsule')
  expect(await inFolder('capsule', 'save', 'bug.capsule', '--url', url)).toEqual({ code: 0, out: `${file}: 3 calls.\n`, err: '' })
  // Only its owner may read it, as with --record.
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(await inFolder('capsule', 'replay', 'bug.capsule')).toEqual({
    code: 0,
    out: 'bug.capsule: 3 calls: all replies are the same.\n',
    err: '',
  })
  expect(await inFolder('capsule', 'save', 'bug.capsule', '--url', url)).toMatchObject(failure('No capsule is being recorded.'))
})

test('a date in Retry-After is the same when it is replayed later', async ({ folder }) => {
  const name = 'dated'
  const knobs = simulator.knobs(name)
  const at = ['--url', url, '--world', name]
  await knobs.scenarios.use('rate-limit-date')
  await post('capsule', { record: true }, name)
  const { status } = await knobs.client().call('fileTransfer.overview', { params: { fileTransferId: unknownId } })
  expect(await run(['capsule', 'save', 'dated.capsule', ...at], { folder })).toMatchObject({ code: 0 })
  // The machine's clock goes on to another second.
  const second = Math.ceil(Date.now() / 1000)
  await expect.poll(() => Math.ceil(Date.now() / 1000)).toBeGreaterThan(second)

  expect(status).toBe(429)
  expect(await run(['capsule', 'replay', 'dated.capsule'], { folder })).toEqual({
    code: 0,
    out: 'dated.capsule: 1 call: all replies are the same.\n',
    err: '',
  })
})

test('a server records into a file, large bodies beside it, and ends the capsule when it stops', async ({ folder }) => {
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
    out: 'all.capsule: 3 calls, 1 of them to control endpoints: all replies are the same.\n',
  })
})

test('save, show and replay say the same number of calls', async ({ folder }) => {
  const inFolder = (...args: string[]) => run(args, { folder })
  await post('capsule', { record: true }, 'counted')
  const client = simulator.knobs('counted').client()
  await client.call('notifications.createOrder', { as: ttd, body: orderTo(toEmail()) })
  await post('clock/advance', { by: 'PT1M' }, 'counted')
  await client.call('notifications.createOrder', { as: ttd, body: orderTo(toEmail()) })
  const counts = { calls: 3, controlCalls: 1 }

  const saved = await inFolder('capsule', 'save', 'c.capsule', '--json', '--url', url, '--world', 'counted')
  expect([saved.code, saved.err]).toEqual([0, ''])
  expect(JSON.parse(saved.out)).toMatchObject(counts)
  expect(JSON.parse((await inFolder('capsule', 'show', 'c.capsule', '--json')).out)).toMatchObject(counts)
  expect((await inFolder('capsule', 'show', 'c.capsule')).out).toContain('3 calls, 1 of them to control endpoints.')
  expect(JSON.parse((await inFolder('capsule', 'replay', 'c.capsule', '--json')).out)).toMatchObject({
    ...counts,
    same: 3,
    notCompared: 0,
  })
})

test('a capsule without a call says so, because the name of its world may be misspelt', async ({ folder }) => {
  await post('capsule', { record: true }, 'misspelt')

  expect((await run(['capsule', 'save', 'none.capsule', '--url', url], { folder })).out).toBe(
    `${join(folder, 'none.capsule')}: 0 calls. No call was made to world misspelt during the recording.\n`,
  )
})

test('a file that is not there is named', async ({ folder }) => {
  expect(await run(['capsule', 'show', 'none'], { folder })).toMatchObject(
    misuse(`File not found: ${join(folder, 'none')}. Specify a capsule, such as bug.capsule.`),
  )
})

test('a replay stops before a call, and serves the worlds as they were then', async ({ folder }) => {
  await recordSession(folder, 11, { steps: 30 })
  const child = spawn(process.execPath, [command, 'capsule', 'replay', 'session-11.capsule', '--until', '5', '--json'], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const { value } = await createInterface(child.stdout)[Symbol.asyncIterator]().next()
  const { url: served } = JSON.parse(String(value))
  expect(await (await fetch(`${served}/_standin/state`)).json()).toMatchObject({ calls: 4 })
})

test('a replay refuses a last call that the capsule does not have', async ({ folder }) => {
  await recordSession(folder, 11, { steps: 3 })

  expect(await run(['capsule', 'replay', 'session-11.capsule', '--until', '77'], { folder })).toMatchObject(
    misuse('The capsule does not contain call 77 in world default.'),
  )
})

test.each(['to-test', 'shrink', 'prove'])('capsules %s is gone, and the commands that are there are named', async (gone) => {
  expect(await run(['capsules', gone, 'bug.capsule'], { folder: folderWith() })).toMatchObject(misuse('save, show, replay'))
})
