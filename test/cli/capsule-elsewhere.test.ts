/** The calls of a capsule at other servers: `standin capsules replay --against`, and the tests of `standin capsules to-test`. */
import { execFile } from 'node:child_process'
import { generateKeyPairSync } from 'node:crypto'
import { copyFileSync, readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { startSimulator } from '../../src/index.ts'
import { fileStore } from '../../src/record/capsule/files.ts'
import { beginRecording, endRecording } from '../../src/record/capsule/recordings.ts'
import { folderWith, otherServer, run, startProcess } from '../support/command-line.ts'
import { published } from '../support/file-transfers.ts'
import { orderTo, toEmail, ttd } from '../support/orders.ts'
import { notificationHost } from '../support/real-implementation/double.ts'
import { recordSession } from '../support/recorded-sessions.ts'

const pathOf = (place: string) => fileURLToPath(new URL(place, import.meta.url))

async function freshServer(): Promise<string> {
  const { line } = startProcess(['--json'])
  return JSON.parse(await line()).url
}

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

test('another Standin answers the calls of a capsule the same, in a world that is gone afterwards', async () => {
  const folder = folderWith()
  const [url] = await Promise.all([freshServer(), recordOrders(folder)])
  expect(await run(['capsule', 'replay', 'orders.capsule', '--against', url], { folder })).toEqual({
    code: 0,
    out: `7 of 7 calls were answered the same by ${url}.\n`,
    err: '',
  })
  expect(await (await fetch(`${url}/_standin/worlds`)).json()).toMatchObject({ total: 1 })
})

test('jobs that came due some calls after they were booked come due at another Standin too', async () => {
  const folder = folderWith()
  // An order and a file on a running clock, with looks at them before and after each job, and tokens made in between.
  copyFileSync(pathOf('../record/capsule/looks-between-jobs.capsule'), join(folder, 'looks.capsule'))
  const url = await freshServer()

  expect(await run(['capsule', 'replay', 'looks.capsule', '--against', url], { folder })).toEqual({
    code: 0,
    out: `10 of 10 calls were answered the same by ${url}.\n`,
    err: '',
  })
})

test('another implementation gets the calls with tokens of a command, and what it answers otherwise is listed by operation', async () => {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const url = await otherServer(notificationHost({ publicKey, prefix: '', orderSeconds: 0 }))
  const folder = folderWith({ 'key.pem': privateKey.export({ type: 'pkcs8', format: 'pem' }).toString() })
  await recordOrders(folder)
  const replay = (...more: string[]) => run(['capsule', 'replay', 'orders.capsule', '--against', url, '--json', ...more], { folder })
  expect(await replay()).toMatchObject({ code: 2, err: expect.stringContaining('Give --token-command') })

  const token = pathOf('../support/real-implementation/token.ts')
  const { code, out } = await replay('--token-command', `"${process.execPath}" "${token}" key.pem`)
  expect(code).toBe(1)
  const { operations, leftOut, same } = JSON.parse(out)
  expect(leftOut).toEqual([{ call: 'POST /_standin/clock/advance', why: 'the other server has no control rows' }])
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
  expect(await run(['capsule', 'replay', 'a.capsule', '--against', 'https://platform.altinn.no'], { folder })).toMatchObject({
    code: 2,
    err: expect.stringContaining('If you mean it, give --allow-host.'),
  })
})

test('a capsule becomes a test for Vitest and a script of curl, which a fresh server passes', { timeout: 120_000 }, async () => {
  const folder = folderWith()
  symlinkSync(pathOf('../../node_modules'), join(folder, 'node_modules'), 'dir')
  const [url] = await Promise.all([freshServer(), recordOrders(folder), recordSession(folder, 1, { steps: 40 })])
  expect(await run(['capsule', 'to-test', 'orders.capsule'], { folder })).toEqual({
    code: 0,
    out: 'orders.test.ts, orders.sh, orders.body-1: 7 calls. Run it: npx standin start --rate-limits off\n',
    err: '',
  })
  expect((await run(['capsule', 'to-test', 'session-1.capsule'], { folder })).code).toBe(0)

  const { VITEST: _, ...own } = process.env
  const options = { cwd: folder, env: { ...own, STANDIN_URL: url, CI: '' } }
  const vitest = [pathOf('../../node_modules/vitest/vitest.mjs'), 'run', '--root', folder]
  const { stdout } = await promisify(execFile)(process.execPath, vitest, options)
  expect(stdout).toContain('2 passed')
  for (const name of ['orders', 'session-1']) {
    const ran = await promisify(execFile)(join(folder, `${name}.sh`), options)
    expect(ran).toEqual({ stdout: `${name}: each call was answered as in the capsule.\n`, stderr: '' })
  }
  expect(await (await fetch(`${url}/_standin/worlds`)).json()).toMatchObject({ total: 1 })
})

test('the test of a capsule ends with the call that is asked for, and is short', async () => {
  const folder = folderWith()
  await recordOrders(folder)
  const { out } = await run(['capsule', 'to-test', 'orders.capsule', '--until', '2', '--output', 'look.test.ts'], { folder })
  expect(out).toBe('look.test.ts, look.sh: 2 calls. Run it: npx standin start --rate-limits off\n')
  const text = readFileSync(join(folder, 'look.test.ts'), 'utf8')
  expect(text.slice(text.indexOf("test('look"))).toBe(`test('look: each call is answered as in the capsule', async () => {
  const ttdToken = await tokenOf({ org: 'ttd', orgNo: '991825827', scope: 'altinn:serviceowner/notifications.create', ttl: 31536000 })

  // Call 1: notifications.createOrder
  const reply1 = await call('POST', '/future/orders', json({
    idempotencyId: 'order-1',
    recipient: {
      recipientEmail: { emailAddress: 'someone@example.org', emailSettings: { subject: 'Subject', body: 'Body' } },
    },
  }, { authorization: \`Bearer \${ttdToken}\` }))
  expect(reply1.status).toBe(201)
  expect(reply1.body).toEqual({ notificationOrderId: expect.any(String), notification: { shipmentId: expect.any(String) } })
  const shipmentId = reply1.body.notification.shipmentId

  // Call 2: notifications.getShipment
  const reply2 = await call('GET', \`/future/shipment/\${shipmentId}\`, { headers: { authorization: \`Bearer \${ttdToken}\` } })
  expect(reply2.status).toBe(200)
  expect(reply2.body).toEqual({
    shipmentId,
    type: 'Notification',
    status: 'Order_Registered',
    lastUpdate: '2026-06-01T10:00:00Z',
    recipients: [],
  })
})
`)
})
