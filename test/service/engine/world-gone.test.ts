/** A world that ends while calls are in flight in it: all of them get one answer, and nothing is done. */

import { expect, test, vi } from 'vitest'
import { nodePlatform } from '../../../src/platform/node.ts'
import type { Identity } from '../../../src/service/areas/client.ts'
import { fileTransfers } from '../../../src/service/areas/file-transfer/records/file-transfers.ts'
import { orders } from '../../../src/service/areas/notifications/records.ts'
import { retainable } from '../../../src/service/engine/lifetime.ts'
import { anyDocument, anyName } from '../../../src/service/wire/misuse.ts'
import type { Platform } from '../../../src/service/world/platform.ts'
import { bytes, initialized, published, recipient, sender } from '../../support/file-transfers.ts'
import { type HostName, hosted, hostNames } from '../../support/hosts.ts'
import { orderTo, toEmail, ttd } from '../../support/orders.ts'
import { settled } from '../../support/real-time.ts'
import { bytesOfUpload, filePath, line, version } from '../../support/resumable.ts'
import { rule } from '../../support/rule.ts'

/** A condition endpoint or a key server that does not answer until the world ends. */
const silent: Platform['call'] = ({ signal }) =>
  new Promise((_, reject) => signal?.addEventListener('abort', () => reject(new Error('aborted')), { once: true }))

const discovery = 'https://issuer.example/.well-known/openid-configuration'
/** A token whose keys have to be fetched. */
const strangeToken = [{ alg: 'RS256', kid: 'one' }, { iss: 'https://issuer.example/' }, 'signature']
  .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
  .join('.')

async function inWorld(host: HostName) {
  const here = await hosted(host, { platform: { ...nodePlatform(), call: silent }, pace: 'instant', trustIssuers: [{ discovery }] })
  const { simulator } = here
  const knobs = simulator.knobs('one')
  const client = here.clientOf('/worlds/one')
  const origin = `${here.origin}/worlds/one`

  async function send(method: string, path: string, { as, body, headers = {} }: Sending = {}): Promise<Response> {
    const bearer: Record<string, string> = as ? { authorization: `Bearer ${await client.token(as)}` } : {}
    return here.send(new Request(origin + path, { method, headers: { ...bearer, ...headers }, body, duplex: 'half' } as RequestInit))
  }
  const order = (body: BodyInit = JSON.stringify(orderTo(toEmail()))) => send('POST', '/future/orders', { as: ttd, body, headers: json })
  const control = (method: string, path: string, body: BodyInit) => send(method, `/_standin/${path}`, { body, headers: json })
  async function use(on: string, effect: object): Promise<void> {
    knobs.scenarios.define('mine', anyDocument({ summary: 'Mine', rules: [{ on, ...effect }] }))
    await knobs.scenarios.use(anyName('mine'))
  }
  return { simulator, knobs, world: knobs.world, client, send, order, control, use }
}

interface Sending {
  readonly as?: Identity
  readonly body?: BodyInit
  readonly headers?: Readonly<Record<string, string>>
}
type Here = Awaited<ReturnType<typeof inWorld>>

const json = { 'content-type': 'application/json' }
const binary = { 'content-type': 'application/octet-stream' }
const ofTus = (headers: Record<string, string>) => ({ ...version, 'content-type': bytesOfUpload, ...headers })

function beginning(text = 'the beginning'): ReadableStream<Uint8Array> {
  const { body, send } = line()
  send(text)
  return body
}

const uploadPath = async ({ client }: Here) => `/broker/api/v1/filetransfer/${await initialized(client)}/upload`

/** Each prepares the world, and returns the call that will wait in it. */
const calls: Readonly<Record<string, (here: Here) => Promise<() => Promise<Response>>>> = {
  'a JSON body being sent':
    async ({ order }) =>
    () =>
      order(beginning('{"idempotencyId":')),
  'a form being sent':
    async ({ send }) =>
    () =>
      send('POST', '/broker/api/v1/filetransfer/upload', {
        as: sender,
        headers: { 'content-type': 'multipart/form-data; boundary=b' },
        body: beginning('--b\r\ncontent-disposition: form-data; name="FileTransfer"; filename="a"\r\n\r\nthe beginning'),
      }),
  async 'an upload'(here) {
    const path = await uploadPath(here)
    return () => here.send('POST', path, { as: sender, headers: binary, body: beginning() })
  },
  async 'an upload that a scenario slows'(here) {
    const path = await uploadPath(here)
    await here.use('fileTransfer.upload', { throttle: { up: 10 } })
    return () => here.send('POST', path, { as: sender, headers: binary, body: bytes('x'.repeat(1_000)) as BodyInit })
  },
  async 'a TUS creation with bytes'({ client, send }) {
    const path = filePath(await initialized(client))
    return () => send('POST', path, { as: sender, headers: ofTus({ 'upload-length': '100' }), body: beginning() })
  },
  async 'a TUS PATCH'({ client, send }) {
    const path = filePath(await initialized(client))
    await send('POST', path, { as: sender, headers: { ...version, 'upload-length': '100' } })
    return () => send('PATCH', path, { as: sender, headers: ofTus({ 'upload-offset': '0' }), body: beginning() })
  },
  async 'an order that is held before the work'({ order, use }) {
    await use('notifications.createOrder', { hold: { when: 'before-work' } })
    return () => order()
  },
  async 'an order that is held after the work'({ order, use }) {
    await use('notifications.createOrder', { hold: { when: 'after-work' } })
    return () => order()
  },
  async 'an order that is delayed'({ order, use }) {
    await use('notifications.createOrder', { latency: 'PT1M' })
    return () => order()
  },
  async 'a download that is held'({ client, send, use }) {
    const path = `/broker/api/v1/filetransfer/${await published(client)}/download`
    await use('fileTransfer.download', { hold: { when: 'after-work' } })
    return () => send('GET', path, { as: recipient })
  },
  async 'an order whose override waits'({ order, knobs }) {
    knobs.override('notifications.createOrder', () => new Promise<never>(() => {}))
    return () => order()
  },
  'a call whose token needs keys from elsewhere':
    async ({ send }) =>
    () =>
      send('GET', '/future/shipment/11c0c8b5-5a0f-4a3c-8d8f-3c4b5d6e7f80', { headers: { authorization: `Bearer ${strangeToken}` } }),
  async 'an advance that waits for a condition'({ control, order }) {
    await order(JSON.stringify(orderTo(toEmail(), { conditionEndpoint: 'http://127.0.0.1:9/silent' })))
    return () => control('POST', 'clock/advance', '{"by":"P1D"}')
  },
  'a control row with a body being sent':
    async ({ control }) =>
    () =>
      control('PUT', 'contacts/24867542562', beginning('{"email":"a@example.org"}')),
  async 'a provider state that is being arranged'({ control, use }) {
    await use('fileTransfer.initialize', { latency: 'PT1M' })
    return () => control('POST', 'provider-states', '{"state":"a file transfer is initialized"}')
  },
}

const ends: Readonly<Record<string, (here: Here) => void>> = {
  'is reset': ({ knobs }) => knobs.reset(),
  'is reset and keeps all that it can': ({ knobs }) => knobs.reset(retainable),
  'is dropped': ({ simulator }) => simulator.drop('one'),
}

/** Resolves when the calls before have ended: over TLS, their last bytes go out later. */
async function ended({ world }: Here): Promise<void> {
  while (world.inFlight.size > 0) await settled()
}

/** Resolves when a call waits in the world. */
async function waiting({ world }: Here): Promise<void> {
  while (world.inFlight.size === 0) await settled()
  await settled()
}

const done = ({ world }: Here) => [
  ...Object.values(world.environments).flatMap(({ of }) => [of(orders).size, of(fileTransfers).size]),
  world.journal.calls.list().map(({ commits }) => commits),
  world.contacts.person('24867542562')?.email,
]

for (const host of hostNames) {
  for (const [what, prepare] of Object.entries(calls)) {
    for (const [how, end] of Object.entries(ends)) {
      if (host !== 'fetch' && how !== 'is reset') continue
      rule('decisions §2', `${what} ends in one way when its world ${how} (${host})`, async () => {
        const here = await inWorld(host)
        const start = await prepare(here)
        await ended(here)
        const call = start()
        await waiting(here)
        const before = done(here)

        end(here)
        const { status, headers, ...reply } = await call.then(async (response) => ({
          status: response.status,
          headers: response.headers,
          text: await response.text(),
        }))
        await settled()

        expect([status, headers.get('x-standin-world-gone'), headers.get('content-type'), JSON.parse(reply.text)]).toEqual([
          503,
          'true',
          'application/problem+json; charset=utf-8',
          { type: 'about:blank', title: 'Service Unavailable', status: 503, detail: 'The world was reset or dropped during this call.' },
        ])
        expect([headers.has('x-standin-bug'), here.world.inFlight.size, here.world.blobs.held.count]).toEqual([false, 0, 0])
        expect(done(here)).toEqual(before)
        const now = here.simulator.worlds().find(({ name }) => name === 'one')
        expect(now === undefined).toBe(how === 'is dropped')
        if (now)
          expect([now.environments.test.of(orders).size, now.environments.test.of(fileTransfers).size, now.data.scenarios]).toMatchObject([
            0,
            0,
            {},
          ])
      })
    }
  }

  rule('decisions §2', `a download that has begun is cut when its world ends (${host})`, async () => {
    const here = await inWorld(host)
    const { fileTransferId } = here.knobs.fileTransfers.publish('test', { size: 2 ** 30, sender: '347147753', recipients: ['370916446'] })
    const reply = await here.send('GET', `/broker/api/v1/filetransfer/${fileTransferId}/download`, { as: recipient })
    const reader = reply.body?.getReader()
    await reader?.read()

    here.knobs.reset(['journal'])
    const rest = async () => {
      for (;;) if ((await reader?.read())?.done) return
    }

    await expect(rest()).rejects.toThrow()
    expect(reply.status).toBe(200)
    const kept = await vi.waitUntil(() => here.knobs.world.journal.calls.list().find(({ cut }) => cut))
    expect([kept.status, kept.code]).toEqual([200, null])
  })
}

rule('decisions §2', 'a journal that is kept says which calls the end of the world ended', async () => {
  const here = await inWorld('fetch')
  await here.use('notifications.createOrder', { latency: 'PT1M' })
  const call = here.order()
  await waiting(here)

  here.knobs.reset(['journal'])
  await call

  expect(here.knobs.journal.list().journal.at(-1)).toMatchObject({
    operation: 'notifications.createOrder',
    status: 503,
    code: null,
    committed: false,
    why: 'The world was reset or dropped during this call.',
  })
})

test('an advance in process ends with its world, and does not make the world again', async () => {
  const here = await inWorld('fetch')
  await here.order(JSON.stringify(orderTo(toEmail(), { conditionEndpoint: 'http://127.0.0.1:9/silent' })))
  const advancing = here.knobs.advance({ by: 'P1D' })
  await settled()

  here.simulator.drop('one')
  await advancing

  expect(here.simulator.worlds().map(({ name }) => name)).toEqual(['default'])
})

for (const [what, path, body] of [
  ['a reset', 'reset', ''],
  ['a teardown', 'provider-states', '{"state":"","action":"teardown"}'],
] as const) {
  rule('decisions §2', `the call that ends its world by ${what} is answered`, async () => {
    const here = await inWorld('fetch')

    expect((await here.control('POST', path, body)).status).toBeLessThan(300)
    expect(here.world.gone).toBe(true)
  })
}
