/** One suite for every host: replies do not depend on the host. */

import { expect, test, vi } from 'vitest'
import { exampleCall } from '../src/control/proving/proof-call.ts'
import { operations } from '../src/service/areas/index.ts'
import { orders } from '../src/service/areas/notifications/records.ts'
import { arrange } from '../src/service/failures/givens.ts'
import { anyName } from '../src/service/wire/misuse.ts'
import { hostLimits } from '../tools/fidelity/ledger.ts'
import { type HostName, hosted, hostNames, ledgerNames } from './support/hosts.ts'

const email = (emailAddress: string) => ({ recipientEmail: { emailAddress, emailSettings: { subject: 'Hello', body: 'Hello' } } })

const sentences = new Set<string>()

/** What a host lacks, the ledger states: such a test fails there, and no other. */
function onEvery(sentence: string, body: (host: HostName) => Promise<void>): void {
  sentences.add(sentence)
  for (const host of hostNames) {
    const isLacking = hostLimits.some((limit) => limit.host === ledgerNames[host] && limit.failing?.includes(sentence))
    const run = isLacking ? test.fails : test
    run(`${sentence} (${host})`, () => body(host))
  }
}

for (const { id, example, dialect = 'spec' } of operations) {
  onEvery(`${id} answers its example`, async (host) => {
    const { client } = await hosted(host, { dialect })
    const values = example.given ? await arrange(client, example.given) : {}

    const reply = await client.call(id, exampleCall(id, values))

    expect(reply.status, reply.text).toBeLessThan(300)
  })
}

onEvery('an order can be placed, repeated and followed until delivery', async (host) => {
  const { client } = await hosted(host)

  const ordered = await client.call('notifications.createOrder', { body: { idempotencyId: 'one', recipient: email('a@example.org') } })
  const again = await client.call('notifications.createOrder', { body: { idempotencyId: 'one', recipient: email('a@example.org') } })
  const id = ordered.body.notification.shipmentId
  const shipment = await client.until('notifications.getShipment', { params: { id } }, ({ body }) => body.status === 'Order_Completed')

  expect([ordered.status, again.status]).toEqual([201, 200])
  expect(again.text).toBe(ordered.text)
  expect(shipment.body.recipients).toMatchObject([{ type: 'Email', destination: 'a@example.org', status: 'Email_Delivered' }])
})

onEvery('a file comes back byte for byte, whole and in part', async (host) => {
  const { client } = await hosted(host)
  const content = crypto.getRandomValues(new Uint8Array(60_000))
  const { fileTransferId = '' } = await arrange(client, 'a file transfer is initialized')
  const params = { fileTransferId }

  await client.call('fileTransfer.upload', { params, body: content })
  await client.until('fileTransfer.overview', { params }, ({ body }) => body.fileTransferStatus === 'Published')
  const whole = await client.call('fileTransfer.download', { params })
  const part = await client.call('fileTransfer.download', { params, headers: { range: 'bytes=1000-1999' } })

  expect(whole.bytes).toEqual(content)
  expect([part.status, part.headers.get('content-range')]).toEqual([206, 'bytes 1000-1999/60000'])
  expect(part.bytes).toEqual(content.subarray(1000, 2000))
})

onEvery('a refusal is the same on every host', async (host) => {
  const { client } = await hosted(host)

  const reply = await client.call('notifications.getShipment', {
    params: { id: 'nothing' },
    headers: { traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01' },
  })

  expect([reply.status, reply.headers.get('content-type')]).toEqual([404, 'application/problem+json; charset=utf-8'])
  expect(reply.problem).toEqual({
    type: 'urn:altinn:error:NOT-00003',
    title: 'Shipment Not Found',
    status: 404,
    detail: 'Shipment not found',
    code: 'NOT-00003',
    traceId: expect.stringMatching(/^00-0af7651916cd43dd8448eb211c80319c-[0-9a-f]{16}-01$/),
  })
})

onEvery('paths match in any letter case and with a trailing slash', async (host) => {
  const { send, origin, client } = await hosted(host)
  const { shipmentId } = await arrange(client, 'a notification is ordered')
  const headers = { authorization: `Bearer ${await client.token({ org: 'ttd', orgNo: '991825827' })}` }

  for (const path of ['/future/shipment/', '/FUTURE/Shipment/', '/notifications/api/v1/future/shipment/']) {
    for (const end of ['', '/'])
      expect((await send(new Request(`${origin}${path}${shipmentId}${end}`, { headers }))).status, path).toBe(200)
  }
})

onEvery('an unknown method is answered with the methods of the path', async (host) => {
  const { send, origin } = await hosted(host)

  const reply = await send(new Request(`${origin}/future/orders`, { method: 'DELETE' }))

  expect([reply.status, reply.headers.get('allow')]).toEqual([405, 'POST'])
})

onEvery('an id that cannot be decoded is not found', async (host) => {
  const { send, origin, client } = await hosted(host)
  const headers = { authorization: `Bearer ${await client.token({ org: 'ttd', orgNo: '991825827' })}` }

  const reply = await send(new Request(`${origin}/future/shipment/%E0%A4%A`, { headers }))

  expect([reply.status, await reply.json()]).toMatchObject([404, { code: 'NOT-00003' }])
})

onEvery('worlds and environments are separate', async (host) => {
  const { clientOf } = await hosted(host)
  const { shipmentId: id = '' } = await arrange(clientOf('/worlds/mine'), 'a notification is ordered')

  const found = await Promise.all(
    ['', '/production', '/worlds/mine', '/worlds/mine/production', '/worlds/yours'].map(async (prefix) => {
      const { status } = await clientOf(prefix).call('notifications.getShipment', { params: { id } })
      return [prefix, status]
    }),
  )

  expect(Object.fromEntries(found)).toEqual({
    '': 404,
    '/production': 404,
    '/worlds/mine': 200,
    '/worlds/mine/production': 404,
    '/worlds/yours': 404,
  })
})

onEvery('a lost reply is a network error, and the retry finds the stored order', async (host) => {
  const { client, simulator } = await hosted(host)
  const body = { idempotencyId: 'lost', recipient: email('a@example.org') }
  await simulator.scenarios.use('order-lost-reply')

  await expect(client.call('notifications.createOrder', { body })).rejects.toThrow()
  const retry = await client.call('notifications.createOrder', { body })

  expect(retry.status).toBe(200)
})

onEvery('a header switches a scenario on for one call', async (host) => {
  const { client } = await hosted(host)
  const body = {
    idempotencyId: 'one',
    recipient: { recipientPerson: { nationalIdentityNumber: '12838590150', channelSchema: 'Sms', smsSettings: { body: 'Hi' } } },
  }

  const refused = await client.call('notifications.createOrder', { body, headers: { 'x-standin-scenario': 'outage-register' } })
  const accepted = await client.call('notifications.createOrder', { body })

  expect([refused.status, refused.problem.code, accepted.status]).toEqual([503, 'NOT-00004', 201])
})

onEvery('control rows answer beside the service', async (host) => {
  const { send, origin } = await hosted(host)

  const health = await send(new Request(`${origin}/_standin/health`))

  expect([health.status, await health.json()]).toEqual([200, { status: 'ok' }])
})

onEvery('a body above 30,000,000 bytes is refused', async (host) => {
  const { client } = await hosted(host)

  const reply = await client.call('notifications.createOrder', { body: new Uint8Array(30_000_001).fill(32) })

  expect([reply.status, reply.problem.detail]).toEqual([413, 'The body exceeds 30000000 bytes.'])
})

for (const afterBytes of [0, 100, 4_999]) {
  onEvery(`a download that is cut after ${afterBytes} bytes fails`, async (host) => {
    const { client, simulator } = await hosted(host)
    const params = await arrange(client, 'a published file transfer exists', { content: 'x'.repeat(5_000) })
    simulator.scenarios.define('cut', {
      summary: 'Downloads break off',
      rules: [{ on: 'fileTransfer.download', disconnect: { when: 'after-work', afterBytes } }],
    })
    await simulator.scenarios.use(anyName('cut'))

    await expect(client.call('fileTransfer.download', { params })).rejects.toThrow()

    const line = await vi.waitUntil(() =>
      simulator.world.journal.calls.list().find(({ operation, ms }) => operation === 'fileTransfer.download' && ms !== null),
    )
    expect(line).toMatchObject({ status: 200, scenario: 'cut', cut: true, replyBytes: afterBytes })
  })
}

onEvery('a download breaks off after the bytes before the break, and a Range request gets the rest', async (host) => {
  const { client, simulator } = await hosted(host)
  const params = await arrange(client, 'a published file transfer exists', { content: '0123456789 and so on' })
  await simulator.scenarios.use('download-interrupted')
  const received: number[] = []
  const download = async () => {
    const { body } = await client.open('fileTransfer.download', { params })
    for (const reader = body?.getReader(); reader; ) {
      const { done, value } = await reader.read()
      if (done) return
      received.push(...value)
    }
  }

  await expect(download()).rejects.toThrow()
  const rest = await client.call('fileTransfer.download', { params, headers: { range: `bytes=${received.length}-` } })

  expect(new TextDecoder().decode(Uint8Array.from(received))).toBe('0123456789')
  expect([rest.status, rest.text]).toEqual([206, ' and so on'])
})

onEvery('a client that leaves during a pause is recorded as 499, and nothing is ordered', async (host) => {
  const { client, simulator } = await hosted(host)
  const leaving = new AbortController()
  simulator.scenarios.define('held', { summary: 'Orders wait', rules: [{ on: 'notifications.createOrder', latency: 'PT1M' }] })
  await simulator.scenarios.use(anyName('held'))

  const call = client.call('notifications.createOrder', {
    body: { idempotencyId: 'left', recipient: email('a@example.org') },
    signal: leaving.signal,
  })
  await vi.waitUntil(() => simulator.world.journal.calls.list().some(({ scenario }) => scenario === 'held'))
  leaving.abort()
  await expect(call).rejects.toThrow()

  const line = await vi.waitUntil(() => simulator.world.journal.calls.list().find(({ ms }) => ms !== null))
  expect(line).toMatchObject({ status: 499, code: 'NOT-00002', commits: 0, stage: 'rules' })
  expect(simulator.world.environments.test.of(orders).size).toBe(0)
})

onEvery('every journal line can be shown in full', async (host) => {
  const { client, send, origin } = await hosted(host)
  const params = await arrange(client, 'a published file transfer exists')
  await client.call('fileTransfer.download', { params })
  await client.call('fileTransfer.overview', { params: { fileTransferId: crypto.randomUUID() } })

  const { journal: lines } = (await (await send(new Request(`${origin}/_standin/journal`))).json()) as {
    journal: { id: string; status: number }[]
  }
  const shown = await Promise.all(lines.map(async ({ id }) => (await send(new Request(`${origin}/_standin/journal/${id}`))).status))

  expect(lines.map(({ status }) => status)).toContain(404)
  expect(new Set(shown)).toEqual(new Set([200]))
})

onEvery('the journal streams new lines until its reader leaves or Standin closes', async (host) => {
  const { client, send, origin, simulator } = await hosted(host)
  const { following } = simulator.world.journal
  const leaving = new AbortController()
  const open = (init: RequestInit = {}) => send(new Request(`${origin}/_standin/journal/stream`, init))
  const [left, stayed] = [await open({ signal: leaving.signal }), await open()]
  const [gone, whole] = [left.text().catch(() => ''), stayed.text()]
  const followers = [following.size]
  await client.call('fileTransfer.overview', { params: { fileTransferId: crypto.randomUUID() } })
  leaving.abort()
  await vi.waitUntil(() => following.size === 1)
  await gone
  simulator.endStreams()

  expect([...followers, following.size]).toEqual([2, 0])
  expect(await whole).toMatch(
    /^retry: 1000\n\n(?:id: \w{8}:0\nevent: lines\ndata: \{"lines":\[\],.*\}\n\n)?(?:: still here\n\n)?id: \w{8}:1\nevent: lines\ndata: \{"lines":\[\{"id":"1",.*"status":404.*\}\n\n(?:: still here\n\n)?$/,
  )
})

test('the ledger states tests of this suite', () => {
  expect(hostLimits.flatMap(({ failing = [] }) => failing).filter((sentence) => !sentences.has(sentence))).toEqual([])
})
