import { expect, test } from 'vitest'
import type { Client } from '../src/client.ts'
import { arrange, givens } from '../src/givens/index.ts'
import { Misuse } from '../src/misuse.ts'
import { operations } from '../src/operations/index.ts'
import { standin } from './support/standin.ts'

const sentences = givens.map(({ sentence }) => sentence)

test('the sentences of the givens are all different', () => {
  expect(new Set(sentences).size).toBe(sentences.length)
})

test('every given that an example names exists', () => {
  const named = operations.flatMap(({ example }) => example.given ?? [])

  expect(named.length).toBeGreaterThan(0)
  expect(named.filter((sentence) => !sentences.includes(sentence))).toEqual([])
})

test.each(sentences)('%s: twice in one world, and in any world and environment', async (sentence) => {
  const here = standin()

  for (const prefix of ['', '', '/production', '/worlds/other']) {
    const values = await arrange(here.clientOf(prefix), sentence)
    expect(Object.keys(values).length).toBeGreaterThan(0)
    for (const value of Object.values(values)) expect(value).toEqual(expect.any(String))
  }
})

test.each(sentences)('%s: the same again, from the same seed', async (sentence) => {
  expect(await arrange(standin().client, sentence)).toEqual(await arrange(standin().client, sentence))
})

test.each(['instant', 'fast'] as const)('at pace %s a delivered notification is delivered, an ordered one is not yet', async (pace) => {
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
})

test('the values name what was arranged, and parameters say what it is', async () => {
  const { client } = standin()
  const values = await arrange(client, 'a notification is ordered', { idempotencyId: 'mine' })

  expect(values).toEqual({
    notificationOrderId: expect.any(String),
    shipmentId: expect.any(String),
    idempotencyId: 'mine',
  })
  expect((await arrange(client, 'a notification is ordered', { idempotencyId: 'another' })).shipmentId).not.toBe(values.shipmentId)
})

test.each([
  ['a notification is ordered for later', 'Order_Registered'],
  ['a notification is cancelled', 'Order_Cancelled'],
  ['an instant SMS is sent', 'Order_Processed'],
  ['an instant email is sent', 'Order_Processed'],
])('%s: its shipment is %s', async (sentence, status) => {
  const { client, simulator } = standin()
  const { shipmentId: id = '' } = await arrange(client, sentence)
  await simulator.advance({ by: 1_000 })

  expect((await client.call('notifications.getShipment', { params: { id } })).body.status).toBe(status)
})

test('an order for later may say when, and is then sent', async () => {
  const { client, simulator } = standin()
  const values = await arrange(client, 'a notification is ordered for later', { requestedSendTime: '2026-06-01T13:00:00+02:00' })
  await simulator.advance({ by: 3_700_000 })

  const { body } = await client.call('notifications.getShipment', { params: { id: values.shipmentId ?? '' } })
  expect(body.status).toBe('Order_Completed')
})

const overview = async (client: Client, { fileTransferId = '' }: Readonly<Record<string, string>>) =>
  (await client.call('fileTransfer.overview', { params: { fileTransferId } })).body

test.each([
  ['a file transfer is initialized', 'Initialized', 'Initialized'],
  ['a published file transfer exists', 'Published', 'Initialized'],
  ['a downloaded file transfer exists', 'Published', 'DownloadStarted'],
])('%s: it is %s, its recipient %s', async (sentence, status, recipientStatus) => {
  const { client } = standin()
  const values = await arrange(client, sentence, { fileName: 'given.xml', content: 'given content' })

  expect(await overview(client, values)).toMatchObject({
    fileTransferStatus: status,
    fileName: 'given.xml',
    recipients: [{ currentRecipientFileTransferStatusCode: recipientStatus }],
  })
})

test('the content of a published file transfer is the one given', async () => {
  const { client } = standin()
  const { fileTransferId = '' } = await arrange(client, 'a published file transfer exists', { content: 'æ given content' })

  expect((await client.call('fileTransfer.download', { params: { fileTransferId } })).text).toBe('æ given content')
})

test.each(givens.map(({ sentence, params }) => [sentence, Object.keys(params.shape)] as const))(
  '%s: a parameter that does not exist is a misuse that names those that do',
  async (sentence, known) => {
    const { client } = standin()

    for (const params of [{ misspelt: 'x' }, { [known[0] ?? '']: 1 }]) {
      const thrown = await arrange(client, sentence, params).catch((reason: unknown) => reason)
      expect(thrown).toBeInstanceOf(Misuse)
      expect((thrown as Misuse).choices).toEqual(known)
      expect((thrown as Misuse).message).toContain(sentence)
    }
  },
)

test('a sentence that nobody defined is a misuse that names those that are', async () => {
  const thrown = await arrange(standin().client, 'A notification is ordered').catch((reason: unknown) => reason)

  expect(thrown).toBeInstanceOf(Misuse)
  expect((thrown as Misuse).choices).toEqual(sentences)
})

const refusing = async (on: string) => {
  const here = standin()
  here.simulator.scenarios.define('refusing', { summary: 'Refusing', rules: [{ on, refuse: { code: 'NOT-00004' } }] })
  await here.simulator.scenarios.use('refusing')
  return here.client
}

test.each(sentences)('%s: arranging fails aloud where the service refuses', async (sentence) => {
  await expect(arrange(await refusing('all'), sentence)).rejects.toThrow('answered 503')
})

test.each([
  ['a notification is delivered', 'notifications.getShipment', 'notifications.getShipment answered 503'],
  ['a notification is cancelled', 'notifications.cancelOrder', 'The cancellation was answered 503.'],
  ['a published file transfer exists', 'fileTransfer.upload', 'The upload was answered 503.'],
  ['a published file transfer exists', 'fileTransfer.overview', 'fileTransfer.overview answered 503'],
  ['a downloaded file transfer exists', 'fileTransfer.download', 'The download was answered 503.'],
])('%s: so does a refused %s', async (sentence, on, message) => {
  await expect(arrange(await refusing(on), sentence)).rejects.toThrow(message)
})
