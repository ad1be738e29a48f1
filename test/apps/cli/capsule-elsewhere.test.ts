/** The calls of a capsule at other servers: `standin capsules replay --against`. */
import { generateKeyPairSync } from 'node:crypto'
import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { fileStore } from '../../../src/apps/capsules/files.ts'
import { beginRecording, endRecording } from '../../../src/control/recordings.ts'
import { startSimulator } from '../../../src/index.ts'
import { freshServer, misuse, run } from '../../support/command-line.ts'
import { published } from '../../support/file-transfers.ts'
import { folderWith } from '../../support/folder.ts'
import { otherServer } from '../../support/listen.ts'
import { orderTo, toEmail, ttd } from '../../support/orders.ts'
import { notificationHost } from '../../support/real-implementation/double.ts'
import { expect, test } from '../../support/rule.ts'

const pathOf = (place: string) => fileURLToPath(new URL(place, import.meta.url))

/** An order, a look at it before and after a day, a file, and an order that is refused. */
async function recordOrders(folder: string): Promise<string> {
  const { simulator, url, close } = await startSimulator({ port: 0, clock: 'frozen', now: Date.parse('2026-06-01T10:00:00Z') })
  const file = join(folder, 'orders.capsule')
  await beginRecording(simulator, { store: fileStore(file) })
  const client = simulator.knobs('default').client()
  const { body } = await client.call('notifications.createOrder', { as: ttd, body: orderTo(toEmail()) })
  const look = () => client.call('notifications.getShipment', { as: ttd, params: { id: body.notification.shipmentId } })
  await look()
  await fetch(`${url}/_standin/clock/advance`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"by":"P1D"}' })
  await look()
  await published(client, { content: new Uint8Array(70_000).map((_, at) => at * 7) })
  await client.call('notifications.createOrder', { as: ttd, body: { idempotencyId: 'bad' } })
  await endRecording(simulator)
  await close()
  return file
}

test('another Standin answers the calls of a capsule the same, in a world that is gone afterwards', async ({ folder }) => {
  const [url] = await Promise.all([freshServer(), recordOrders(folder)])
  expect(await run(['capsule', 'replay', 'orders.capsule', '--against', url], { folder })).toEqual({
    code: 0,
    out: `7 of 7 calls got the same reply from ${url}.\n`,
    err: '',
  })
  expect(await (await fetch(`${url}/_standin/worlds`)).json()).toMatchObject({ total: 1 })
})

test('jobs that came due some calls after they were booked come due at another Standin too', async ({ folder }) => {
  // An order and a file on a running clock, with looks at them before and after each job, and tokens made in between.
  copyFileSync(pathOf('../capsules/looks-between-jobs.capsule'), join(folder, 'looks.capsule'))
  const url = await freshServer()

  expect(await run(['capsule', 'replay', 'looks.capsule', '--against', url], { folder })).toEqual({
    code: 0,
    out: `10 of 10 calls got the same reply from ${url}.\n`,
    err: '',
  })
})

test('another implementation gets the calls with tokens of a command, and what it answers otherwise is listed by operation', async () => {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const url = await otherServer(notificationHost({ publicKey, prefix: '', orderSeconds: 0 }))
  const folder = folderWith({ 'key.pem': privateKey.export({ type: 'pkcs8', format: 'pem' }).toString() })
  await recordOrders(folder)
  const replay = (...more: string[]) => run(['capsule', 'replay', 'orders.capsule', '--against', url, '--json', ...more], { folder })
  expect(await replay()).toMatchObject(misuse('Use --token-command with a command'))

  const token = pathOf('../../support/real-implementation/token.ts')
  const { code, out } = await replay('--token-command', `"${process.execPath}" "${token}" key.pem`)
  expect(code).toBe(1)
  const { operations, leftOut, same } = JSON.parse(out)
  expect(leftOut).toEqual([{ call: 'POST /_standin/clock/advance', why: 'the other server has no control endpoints' }])
  expect(same).toBe(2)
  const differing = Object.fromEntries(
    operations.map(({ operation, differences }: { operation: string; differences: { call: string; where: string }[] }) => [
      operation,
      differences.map(({ call, where }) => `${call} ${where}`),
    ]),
  )
  expect(differing).toMatchObject({
    'notifications.createOrder': expect.arrayContaining(['1 headers.location', '6 body.errors.Recipient']),
    'notifications.getShipment': [],
    'fileTransfer.initialize': ['4 status'],
  })
})

test('another machine gets real calls only when that is allowed', async () => {
  const folder = folderWith({ 'a.capsule': '' })
  expect(await run(['capsule', 'replay', 'a.capsule', '--against', 'https://platform.altinn.no'], { folder })).toMatchObject(
    misuse('To allow this, add --allow-host.'),
  )
})
