import { nodePlatform } from '../src/platform/node.ts'
import type { Client } from '../src/service/areas/client.ts'
import { operations } from '../src/service/areas/index.ts'
import { arrange, type GivenValues, givens } from '../src/service/failures/givens.ts'
import { ClientGone } from '../src/service/wire/call.ts'
import { anyDocument, anyName, Misuse } from '../src/service/wire/misuse.ts'
import { orderTo, toOrganization, toPerson } from './support/orders.ts'
import { expect, test } from './support/rule.ts'
import { base, standin } from './support/standin.ts'

const sentences = givens.map(({ sentence }) => sentence)

test('the sentences of the givens are all different', () => {
  expect(new Set(sentences).size).toBe(sentences.length)
})

test('every given of an example exists', () => {
  const named = operations.flatMap(({ example }) => example.given ?? [])

  expect(named.length).toBeGreaterThan(0)
  expect(named.filter((sentence) => !sentences.includes(sentence))).toEqual([])
})

test.for(givens.map((given) => [given.sentence, given.values] as const))(
  '%s: it can be arranged twice in one world, and in every world and environment',
  async ([sentence, names], { simulator }) => {
    for (const world of ['default', 'default', 'other']) {
      for (const environment of ['test', 'production'] as const) {
        const values = await simulator.knobs(world).givens.arrange(anyName(sentence), {}, { environment })
        expect(Object.keys(values).sort()).toEqual([...names].sort())
        for (const value of Object.values(values)) expect(value).toEqual(expect.any(String))
      }
    }
  },
)

test('a given sends what it arranges, and nothing of the simulator', async ({ simulator }) => {
  await simulator.givens.arrange('a notification is ordered')
  const [line] = simulator.journal.list({ operation: 'notifications.createOrder' }).journal
  const { request } = simulator.journal.find(line?.id ?? '')

  expect(Object.keys(JSON.parse(request.body ?? ''))).toEqual(['idempotencyId', 'recipient'])
})

/** Leaves the signature of the token out, because every simulator has a new key. */
const unsigned = ({ token, ...values }: GivenValues) => ({ ...values, claims: token?.split('.')[1] })

test.each(sentences)('%s: the same seed gives the same values', async (sentence) => {
  const arranged = async () => unsigned(await standin().simulator.givens.arrange(anyName(sentence)))

  expect(await arranged()).toEqual(await arranged())
})

test.each(['instant', 'fast'] as const)(
  'at pace %s a delivered notification has been sent, and an ordered one has not at pace fast',
  async (pace) => {
    const here = standin({ pace })
    const shown = async (sentence: string, params: Record<string, unknown>) => {
      const { shipmentId: id = '' } = await arrange(here.client, sentence, params)
      return (await here.client.call('notifications.getShipment', { params: { id } })).body
    }

    const delivered = await shown('a notification is delivered', { idempotencyId: 'one', emailAddress: 'one@example.org' })
    expect(delivered).toMatchObject({
      status: 'Order_Completed',
      recipients: [{ type: 'Email', destination: 'one@example.org', status: 'Email_Delivered' }],
    })
    if (pace === 'fast') expect((await shown('a notification is ordered', { idempotencyId: 'two' })).status).toBe('Order_Registered')
  },
)

test('the values contain the ids of what was arranged, and parameters change it', async ({ client }) => {
  const values = await arrange(client, 'a notification is ordered', { idempotencyId: 'mine' })

  expect(values).toEqual({
    notificationOrderId: expect.any(String),
    shipmentId: expect.any(String),
    idempotencyId: 'mine',
    token: expect.any(String),
  })
  expect((await arrange(client, 'a notification is ordered', { idempotencyId: 'another' })).shipmentId).not.toBe(values.shipmentId)
})

test.for([
  ['a notification is ordered for later', 'Order_Registered'],
  ['a notification is cancelled', 'Order_Cancelled'],
  ['an instant SMS is sent', 'Order_Processed'],
  ['an instant email is sent', 'Order_Processed'],
] as const)('%s: its shipment is %s', async ([sentence, status], { client, simulator }) => {
  const { shipmentId: id = '' } = await arrange(client, sentence)
  await simulator.advance({ by: 1_000 })

  expect((await client.call('notifications.getShipment', { params: { id } })).body.status).toBe(status)
})

test('an order for later can have a send time, and is sent then', async ({ client, simulator }) => {
  const values = await arrange(client, 'a notification is ordered for later', { requestedSendTime: '2026-06-01T13:00:00+02:00' })
  await simulator.advance({ by: 3_700_000 })

  const { body } = await client.call('notifications.getShipment', { params: { id: values.shipmentId ?? '' } })
  expect(body.status).toBe('Order_Completed')
})

const overview = async (client: Client, { fileTransferId = '' }: Readonly<Record<string, string>>) =>
  (await client.call('fileTransfer.overview', { params: { fileTransferId } })).body

test.for([
  ['a file transfer is initialized', 'Initialized', 'Initialized'],
  ['a published file transfer exists', 'Published', 'Initialized'],
  ['a downloaded file transfer exists', 'Published', 'DownloadStarted'],
  ['a confirmed file transfer exists', 'AllConfirmedDownloaded', 'DownloadConfirmed'],
  ['a cancelled file transfer exists', 'Cancelled', 'Initialized'],
] as const)('%s: its status is %s, that of its recipient %s', async ([sentence, status, recipientStatus], { client, simulator }) => {
  const values = await simulator.givens.arrange(anyName(sentence), { fileName: 'given.xml', content: 'given content' })

  expect(await overview(client, values)).toMatchObject({
    fileTransferStatus: status,
    fileName: 'given.xml',
    recipients: [{ currentRecipientFileTransferStatusCode: recipientStatus }],
  })
})

test('a published file transfer has the given content', async ({ client }) => {
  const { fileTransferId = '' } = await arrange(client, 'a published file transfer exists', { content: 'æ given content' })

  expect((await client.call('fileTransfer.download', { params: { fileTransferId } })).text).toBe('æ given content')
})

const statusFor = async ({ send }: ReturnType<typeof standin>, path: string, token = '', method = 'GET') =>
  (await send(new Request(base + path, { method, headers: { authorization: `Bearer ${token}` } }))).status

test.for([
  ['a notification is ordered', 'creator', 200],
  ['a notification is ordered', 'stranger', 404],
  ['a notification is delivered', undefined, 200],
] as const)('%s: a call with the token of the caller %s is answered %i', async ([sentence, caller, status], { here }) => {
  const { shipmentId, token } = await arrange(here.client, sentence, caller === undefined ? {} : { caller })

  expect(await statusFor(here, `/future/shipment/${shipmentId}`, token)).toBe(status)
})

test.for([
  ['a published file transfer exists', undefined, 200],
  ['a published file transfer exists', 'recipient', 200],
  ['a published file transfer exists', 'sender', 403],
  ['a published file transfer exists', 'stranger', 403],
  ['a file transfer is initialized', 'recipient', 403],
] as const)('%s: a download with the token of the caller %s is answered %i', async ([sentence, caller, status], { here }) => {
  const { fileTransferId, token } = await arrange(here.client, sentence, caller === undefined ? {} : { caller })

  expect(await statusFor(here, `/broker/api/v1/filetransfer/${fileTransferId}/download`, token)).toBe(status)
})

test.for([
  ['a caller may order notifications', 'POST', '/future/orders', 415],
  ['a caller may send files', 'POST', '/broker/api/v1/filetransfer', 415],
  ['a caller may receive files', 'GET', '/broker/api/v1/filetransfer?resourceId=standin-plain', 200],
  ['a caller lacks the scope', 'GET', '/broker/api/v1/filetransfer?resourceId=standin-plain', 403],
  ['a caller lacks the scope', 'GET', '/future/shipment/x', 403],
] as const)('%s: %s %s is answered %i', async ([sentence, method, path, status], { here }) => {
  const { token } = await arrange(here.client, sentence)

  expect(await statusFor(here, path, token, method)).toBe(status)
})

test.for([
  ['a person has contact information', 201],
  ['a person has no contact information', 422],
] as const)('%s: an order to this person is answered %i', async ([sentence, status], { here }) => {
  const { nationalIdentityNumber = '' } = await here.simulator.givens.arrange(anyName(sentence), { nationalIdentityNumber: '24816028597' })

  expect((await here.client.call('notifications.createOrder', { body: orderTo(toPerson(nationalIdentityNumber)) })).status).toBe(status)
})

test('an organization has no contact information: an order to this organization is refused', async ({ here }) => {
  const { orgNumber = '' } = await here.simulator.givens.arrange('an organization has no contact information', { orgNumber: '347147753' })
  const { problem } = await here.client.call('notifications.createOrder', { body: orderTo(toOrganization(orgNumber)) })

  expect(problem.code).toBe('NOT-00001')
})

test('an internal service cannot be reached: only calls that need it are refused, until a reset', async ({ simulator, client }) => {
  const published = await simulator.givens.arrange('a published file transfer exists')
  await simulator.givens.arrange('an internal service cannot be reached', { service: 'storage' })
  const params = { fileTransferId: published.fileTransferId ?? '' }
  const statuses = async () => [
    (await client.call('fileTransfer.overview', { params })).status,
    (await client.call('fileTransfer.download', { params })).status,
  ]

  expect(await statuses()).toEqual([200, 503])
  simulator.reset()
  expect(await statuses()).toEqual([404, 404])
})

test('a given that uses knobs is a misuse without a simulator', async ({ client }) => {
  const withKnobs = givens.filter(({ usesKnobs }) => usesKnobs).map(({ sentence }) => sentence)

  expect(withKnobs.length).toBeGreaterThan(0)
  for (const sentence of withKnobs)
    await expect(arrange(client, sentence)).rejects.toThrow(`Given "${sentence}" cannot be arranged through calls. It needs a simulator.`)
})

test('on a running clock a given waits in real time, at the speed of the clock', async () => {
  const pauses: number[] = []
  const { now, ...node } = nodePlatform()
  let passed = 0
  const platform = {
    ...node,
    now: () => now() + passed,
    async pause(milliseconds: number) {
      pauses.push(milliseconds)
      passed += milliseconds
      await node.pause(5)
    },
  }
  const { simulator } = standin({ clock: 'real', platform })
  simulator.world.clock.resume(2)

  await simulator.givens.arrange('a notification is delivered')

  expect(pauses.length).toBeGreaterThan(0)
  expect(new Set(pauses)).toEqual(new Set([500]))
})

test('a given that waits for a running clock ends when its signal aborts', async () => {
  const { simulator } = standin({ clock: 'real', pace: 'real' })
  const controller = new AbortController()
  const arranging = simulator.givens.arrange('a notification is delivered', {}, { signal: controller.signal })
  controller.abort()

  await expect(arranging).rejects.toThrow(ClientGone)
})

test.for(
  givens
    .filter(({ params }) => Object.keys(params.shape).length > 0)
    .map(({ sentence, params }) => [sentence, Object.keys(params.shape)] as const),
)('%s: an unknown parameter is a misuse, and the message names the known ones', async ([sentence, known], { client }) => {
  for (const params of [{ misspelt: 'x' }, { [known[0] ?? '']: 1 }]) {
    const thrown = await arrange(client, sentence, params).catch((reason: unknown) => reason)
    expect(thrown).toBeInstanceOf(Misuse)
    expect((thrown as Misuse).choices).toEqual(known)
    expect((thrown as Misuse).message).toContain(sentence)
  }
})

test('an unknown sentence is a misuse, and the message names the known ones', async () => {
  const thrown = await arrange(standin().client, 'A notification is ordered').catch((reason: unknown) => reason)

  expect(thrown).toBeInstanceOf(Misuse)
  expect((thrown as Misuse).choices).toEqual(sentences)
})

const refusing = async (on: string) => {
  const here = standin()
  here.simulator.scenarios.define('refusing', anyDocument({ summary: 'Refusing', rules: [{ on, refuse: { code: 'NOT-00004' } }] }))
  await here.simulator.scenarios.use(anyName('refusing'))
  return here
}

test.each(sentences.filter((sentence) => /^a (notification|.*file transfer)/.test(sentence)))(
  '%s: arranging is a misuse when the service refuses',
  async (sentence) => {
    const { client, simulator } = await refusing('all')
    const arranging = arrange(client, sentence, {}, simulator)

    await expect(arranging).rejects.toThrow(`Given "${sentence}" cannot be set up here.`)
    await expect(arranging).rejects.toMatchObject({ name: 'Misuse', status: 409, message: expect.stringContaining('returned 503') })
  },
)

test.each([
  ['a notification is delivered', 'notifications.getShipment', 'notifications.getShipment returned 503'],
  ['a notification is cancelled', 'notifications.cancelOrder', 'The cancellation got status 503'],
  ['a published file transfer exists', 'fileTransfer.upload', 'The upload got status 503'],
  ['a published file transfer exists', 'fileTransfer.overview', 'fileTransfer.overview returned 503'],
  ['a downloaded file transfer exists', 'fileTransfer.download', 'The download got status 503'],
  ['a confirmed file transfer exists', 'fileTransfer.confirmDownload', 'The confirmation got status 503'],
])('%s: the message says that %s was refused', async (sentence, on, message) => {
  await expect(arrange((await refusing(on)).client, sentence)).rejects.toThrow(message)
})

test('a notification is ordered: arranging is a misuse when the connection breaks', async ({ simulator }) => {
  await simulator.scenarios.use('order-lost-reply')

  await expect(simulator.givens.arrange('a notification is ordered')).rejects.toMatchObject({ name: 'Misuse', status: 409 })
})

test('a given that never comes about fails with an error', async () => {
  const arranging = arrange(standin().client, 'a published file transfer exists', { fileName: 'infected.txt' })

  await expect(arranging).rejects.toThrow('fileTransfer.overview did not reach the expected state after 300 calls.')
})
