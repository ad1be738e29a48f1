/** Compares live: another Standin is the real service, and a proxy in between changes one thing. */
import { afterAll, expect, onTestFinished, test } from 'vitest'
import {
  type ComparingOptions,
  changing,
  clientThrough,
  compareAt,
  comparing,
  environmentAt,
  realStandin,
} from '../../support/comparing.ts'
import { published, recipient, sender, uploaded } from '../../support/file-transfers.ts'
import { orderTo, toEmail, ttd } from '../../support/orders.ts'
import { append, begin, offsetOf } from '../../support/resumable.ts'

const real = await realStandin()
afterAll(() => real.close())

async function comparingReal(url = real.url, more: Partial<ComparingOptions> = {}) {
  const here = await comparing(url, more)
  return { ...here, client: clientThrough(here.url, real.url) }
}

type Here = Awaited<ReturnType<typeof comparingReal>>

let orders = 0

async function order({ client }: Here): Promise<void> {
  const reply = await client.call('notifications.createOrder', {
    as: ttd,
    body: { ...orderTo(toEmail()), idempotencyId: `live-${++orders}` },
  })
  const params = { id: String(reply.body.notification?.shipmentId) }
  for (let polls = 0; polls < 3; polls++) await client.call('notifications.getShipment', { as: ttd, params })
  await client.call('notifications.createOrder', { as: ttd, body: { idempotencyId: 'x' } as never })
}

async function transfer({ client, url }: Here): Promise<void> {
  const fileTransferId = await published(client)
  const params = { fileTransferId }
  await client.call('fileTransfer.overview', { as: sender, params })
  await client.call('fileTransfer.download', { as: recipient, params })
  const authorization = `Bearer ${await client.token(recipient)}`
  const range = await fetch(`${url}/broker/api/v1/filetransfer/${fileTransferId}/download`, {
    headers: { authorization, range: 'bytes=2-5' },
  })
  await range.arrayBuffer()
  await client.call('fileTransfer.confirmDownload', { as: recipient, params })
  await client.call('fileTransfer.details', { as: sender, params })
}

test('a Standin of the same version shows no difference: orders, files, ranges and resumable uploads of two clients at once', async () => {
  const here = await comparingReal()
  async function flow(): Promise<void> {
    await order(here)
    await transfer(here)
    const fileTransferId = await uploaded(here.client, { disableVirusScan: true, content: new Uint8Array(3 * 2 ** 20).fill(7) })
    await here.client.call('fileTransfer.overview', { as: sender, params: { fileTransferId } })
    const tus = { client: here.client, send: (request: Request) => fetch(request), origin: here.url }
    const resumed = await here.client.call('fileTransfer.initialize', {
      as: sender,
      body: {
        fileName: 'a.txt',
        resourceId: 'standin-plain',
        sendersFileTransferReference: 'r',
        sender: '0192:347147753',
        recipients: ['0192:370916446'],
        disableVirusScan: true,
      },
    })
    const place = await begin(tus, resumed.body.fileTransferId, 20)
    await append(tus, place, 0, 'x'.repeat(10))
    expect(await offsetOf(tus, place)).toBe('10')
    await append(tus, place, 10, 'y'.repeat(10))
    await here.client.call('fileTransfer.overview', { as: sender, params: { fileTransferId: resumed.body.fileTransferId } })
  }
  await Promise.all([flow(), flow()])
  const report = await here.finish()

  expect(report.groups).toEqual([])
  expect(report.apart).toEqual({})
  expect(report.calls).toBeGreaterThan(30)
  expect(report.same).toBe(report.calls)
}, 60_000)

test.each([
  ['a status', () => ({ status: 202 }), 'status'],
  ['a member that is dropped', (body: string) => ({ body: body.replace(/"shipmentId"/g, '"shipment"') }), 'missing'],
  ['no JSON', () => ({ body: '<html>busy</html>' }), 'not-json'],
] as const)(
  '%s that a proxy changes is named at its operation',
  async (_, change, kind) => {
    const proxy = await changing(real.url, (request, body) =>
      request.method === 'POST' && request.url?.endsWith('/orders') && body.includes('shipmentId') ? change(body) : undefined,
    )
    onTestFinished(() => void proxy.close())
    const here = await comparingReal(proxy.url)
    await here.client
      .call('notifications.createOrder', { as: ttd, body: { ...orderTo(toEmail()), idempotencyId: `live-${++orders}` } })
      .catch(() => {})
    await transfer(here)
    const { groups } = await here.finish()

    expect(groups.map((group) => group.kind)).toContain(kind)
    expect(new Set(groups.map(({ operation }) => operation))).toEqual(new Set(['notifications.createOrder']))
  },
  60_000,
)

test('an order to somebody whom the file does not name never leaves, and is counted', async () => {
  const here = await comparingReal(real.url, {
    sendToAnyone: false,
    file: environmentAt(real.url, { recipients: { 'a@example.org': 'a@example.org' } }),
  })
  const reply = await here.client.call('notifications.createOrder', {
    as: ttd,
    body: { ...orderTo(toEmail()), idempotencyId: `live-${++orders}` },
  })
  const sent = await here.client.call('notifications.createOrder', {
    as: ttd,
    body: { ...orderTo(toEmail('a@example.org')), idempotencyId: `live-${++orders}` },
  })
  const report = await here.finish()

  expect([reply.status, reply.headers.get('x-standin-misuse'), sent.status]).toEqual([409, 'true', 201])
  expect([report.apart, report.same, report.groups]).toEqual([{ guard: 1 }, 1, []])
}, 60_000)

test('without addresses for tokens Standin answers them itself, and says what that means', async () => {
  const file = environmentAt(real.url)
  const { maskinporten: _, tokenGenerator: __, ...addresses } = file.addresses
  const here = await comparingReal(real.url, { file: { ...file, addresses } })
  const token = await fetch(`${here.url}/api/GetEnterpriseToken?env=tt02&scopes=altinn:broker.read&orgNo=312345676`)
  const report = await here.finish()

  expect([token.status, report.calls]).toEqual([200, 0])
  expect(report.notes?.[0]).toBe(
    "addresses.maskinporten and addresses.tokenGenerator missing: Standin itself answers these calls, and the real service refuses Standin's tokens.",
  )
})

test('names that differ there are exchanged in the JSON of the client', async () => {
  const other = await realStandin({ openResources: true })
  onTestFinished(() => other.close())
  const file = environmentAt(other.url, { resources: { 'standin-plain': 'standin-scanned' } })
  const here = await compareAt({ file })
  const client = clientThrough(here.url, other.url)
  const fileTransferId = await published(client)
  const overview = await client.call('fileTransfer.overview', { as: sender, params: { fileTransferId } })
  const report = await here.finish()

  expect(overview.body.resourceId).toBe('standin-scanned')
  expect(report.notes).toContain(
    'resources, recipients or callers have different names in this environment: JSON and forms from the client are rewritten.',
  )
}, 60_000)

test('a server that compares shows each call with its result in the journal', async () => {
  const here = await comparingReal(real.url, { keepsLines: true })
  await order(here)
  const lines = async () => {
    const reply = await fetch(`${here.url}/_standin/journal`)
    return ((await reply.json()) as { journal: { operation: string; status: number; comparison?: { result: string } }[] }).journal
  }
  await expect
    .poll(async () => (await lines()).map(({ comparison }) => comparison?.result), { timeout: 30_000 })
    .toEqual(Array(5).fill('same'))
  const [first] = await lines()

  expect(first).toMatchObject({ operation: 'notifications.createOrder', status: 201, caller: { org: 'ttd' } })
  const differing = await fetch(`${here.url}/_standin/journal?comparison=differs`)
  expect(await differing.json()).toMatchObject({ total: 0 })
}, 60_000)
