/** Records what clients do as a pact. A fresh simulator keeps to it; one whose replies lack members does not. */
import { expect, onTestFinished } from 'vitest'
import { verify } from '../../../src/apps/contracts/verifying/verify.ts'
import { frontDoor } from '../../../src/control/front-door.ts'
import { startServer } from '../../../src/hosts/http/server.ts'
import type { Client } from '../../../src/service/areas/client.ts'
import type { Answer, Carrier } from '../../../src/service/wire/call.ts'
import { anyName } from '../../../src/service/wire/misuse.ts'
import { pactsIn, served } from '../../support/pacts.ts'
import { test } from '../../support/rule.ts'
import { base, standin } from '../../support/standin.ts'

const sender = { orgNo: '347147753', scope: 'altinn:broker.write' }
const recipient = { orgNo: '370916446', scope: 'altinn:broker.read' }
const announcement = {
  fileName: 'lønn-kari.txt',
  resourceId: 'standin-plain',
  sendersFileTransferReference: 'hemmelig-7',
  sender: '0192:347147753',
  recipients: ['0192:370916446'],
  propertyList: { saksbehandler: 'ola-n' },
}
const message = { subject: 'Hei Kari', body: 'Koden din er 918273.' }
const toEmail = (idempotencyId: string, emailAddress: string) => ({
  idempotencyId,
  recipient: { recipientEmail: { emailAddress, emailSettings: message } },
})
const toPerson = {
  idempotencyId: 'kunde-3',
  recipient: { recipientPerson: { nationalIdentityNumber: '24824897570', channelSchema: 'Sms', smsSettings: { body: message.body } } },
}

/** What an application does with files and messages, its mistakes too. */
async function work(client: Client) {
  const { body } = await client.call('fileTransfer.initialize', { as: sender, body: announcement })
  const params = { fileTransferId: body.fileTransferId }
  await client.call('fileTransfer.download', { as: recipient, params })
  await client.call('fileTransfer.upload', { as: sender, params, body: new TextEncoder().encode('hemmelig innhold') })
  await client.until('fileTransfer.overview', { as: sender, params }, ({ body }) => body.fileTransferStatus === 'Published')
  await client.call('fileTransfer.search', { as: sender, query: { resourceId: 'standin-plain', role: 'Sender', status: 'Published' } })
  await client.call('fileTransfer.download', { as: recipient, params })
  await client.call('fileTransfer.confirmDownload', { as: recipient, params })
  await client.call('fileTransfer.details', { as: sender, params })
  await client.call('fileTransfer.details', { as: null, params })
  await client.call('fileTransfer.overview', { as: sender, params: { fileTransferId: '11111111-1111-4111-8111-111111111111' } })
  const { body: ordered } = await client.call('notifications.createOrder', { body: toEmail('kunde-1', 'kari@privat.no') })
  await client.call('notifications.createOrder', { body: toEmail('kunde-1', 'kari@privat.no') })
  await client.call('notifications.createOrder', { body: toEmail('kunde-2', 'kari.privat.no') })
  await client.call('notifications.createOrder', { body: toPerson })
  const order = { params: { id: ordered.notification.shipmentId } }
  await client.until('notifications.getShipment', order, ({ body }) => body.status === 'Order_Completed')
  await client.call('notifications.cancelOrder', order)
  await client.call('resources.getResource', { params: { resourceId: 'standin-plain' } })
}

async function record() {
  const { simulator, client } = standin()
  const recording = simulator.recordPact({ consumer: 'my-app' })
  await work(client)
  return recording.pact()
}

/** Recorded once for all tests. */
let first: ReturnType<typeof record> | undefined
function recorded() {
  first ??= record()
  return first
}

const told = ({ interactions }: { readonly interactions: readonly unknown[] }) =>
  (interactions as { description: string; providerStates?: { name: string }[] }[]).map(({ description, providerStates = [] }) =>
    [description, ...providerStates.map(({ name }) => name)].join('; '),
  )

test('a recording names each call once, with the givens that make its start', async () => {
  const { pact } = await recorded()

  expect(told(pact)).toEqual([
    'Initialize a file transfer, answered 200; a caller may send files',
    'Download the file, answered 403; a file transfer is initialized',
    'Upload to an initialized file as a binary stream, answered 200; a file transfer is initialized',
    'Get information about the file and its current status, answered 200; a published file transfer exists',
    'Search the files that the caller may access, using filters, answered 200; a published file transfer exists',
    'Download the file, answered 200; a published file transfer exists',
    'Confirm that the file has been downloaded, answered 204; a downloaded file transfer exists',
    'Get detailed information for auditing and troubleshooting, answered 200; a confirmed file transfer exists',
    'Get detailed information for auditing and troubleshooting, answered 401',
    'Get information about the file and its current status, answered 404; a caller may send files',
    'Order a notification and its reminders, answered 201; a caller may order notifications',
    'Order a notification and its reminders, answered 200; a notification is ordered',
    'Order a notification and its reminders, answered 400; a caller may order notifications',
    'Order a notification and its reminders, answered 422; a caller may order notifications; a person has no contact information',
    'Read a shipment’s delivery manifest, answered 200; a notification is ordered',
    'Read a shipment’s delivery manifest, answered 200; a notification is delivered',
    'Cancel a shipment that is not yet due, answered 409; a notification is ordered',
    'Get a resource’s configuration, as its service owner, answered 200; a caller may publish events',
  ])
})

test('a call whose start no given makes is left out by name', async () => {
  const { leftOut } = await recorded()

  expect(leftOut.map(({ call, why }) => `${call}: ${why.split(': ')[0]}`)).toEqual([
    'Get information about the file and its current status, answered 200: no given provides its starting state',
    'Read a shipment’s delivery manifest, answered 200: no given provides its starting state',
    'Read a shipment’s delivery manifest, answered 200: no given provides its starting state',
  ])
  expect(leftOut[0]?.why).toContain('UploadProcessing')
})

test('a recorded pact has no token, identity number, address, message or file of the client', async () => {
  const { pact } = await recorded()
  const text = JSON.stringify(pact)
  const given = [
    'kari',
    'hemmelig',
    'Hei',
    '918273',
    '24824897570',
    'kunde-',
    'ola-n',
    'saksbehandler',
    'eyJ',
    btoa('hemmelig').slice(0, 8),
  ]

  expect(pact.interactions.length).toBeGreaterThan(15)
  expect(given.filter((each) => text.toLowerCase().includes(each.toLowerCase()))).toEqual([])
})

test.each(['spec', 'live'] as const)('a fresh simulator keeps to a recorded pact, in the dialect %s', async (dialect) => {
  const { pact } = await recorded()
  const { url } = await served()
  const { interactions, leftOut } = await verify({ url, dialect, pacts: [pactsIn({ 'my-app.json': pact })] })

  expect(interactions.filter(({ why }) => why.length > 0)).toEqual([])
  expect(interactions).toHaveLength(pact.interactions.length)
  expect(leftOut).toEqual([])
})

/** Removes the first member of each reply that is an object, as long as nothing else refers to it. */
function spoilt(carrier: Carrier): Carrier {
  const lacking = (answer: Answer): Answer => {
    if (typeof answer.body !== 'string' || answer.status >= 300 || !answer.body.startsWith('{')) return answer
    const [, ...kept] = Object.entries(JSON.parse(answer.body))
    const body = JSON.stringify(Object.fromEntries(kept))
    return { ...answer, body, headers: { ...answer.headers, 'content-length': String(Buffer.byteLength(body)) } }
  }
  return async (call) => {
    const { answer, sent } = await carrier(call)
    return { answer: call.url.includes('/_standin') ? answer : lacking(answer), sent }
  }
}

test('a provider whose replies lack a member breaks exactly the interactions that have it', async () => {
  const { pact } = await recorded()
  const server = await startServer({ carrier: spoilt(frontDoor(standin().simulator)), port: 0, host: '127.0.0.1', grace: 100 })
  onTestFinished(() => server.close())
  const { interactions } = await verify({ url: server.url, pacts: [pactsIn({ 'my-app.json': pact })] })
  const failed = interactions.filter(({ why }) => why.length > 0)
  // The first member of a configuration is null here, and a contract leaves such a member out.
  const isConfiguration = (description: string) => description.startsWith('Get a resource’s configuration')
  const objects = (pact.interactions as { description: string; response: { status: number; body?: { content: unknown } } }[]).filter(
    ({ description, response: { status, body } }) =>
      status < 300 && typeof body?.content === 'object' && !Array.isArray(body.content) && !isConfiguration(description),
  )

  expect(failed).toHaveLength(objects.length)
  expect(objects.length).toBeGreaterThan(5)
  expect(failed.every(({ why }) => why.join().includes('missing the following keys'))).toBe(true)
})

test('a recording that was stopped records no further call', async ({ simulator, client }) => {
  const recording = simulator.recordPact({ consumer: 'my-app', provider: 'files' })
  await client.call('notifications.readFeed', { query: { seq: '0' } })
  recording.stop()
  await client.call('notifications.getShipment', { params: { id: '11111111-1111-4111-8111-111111111111' } })
  const { pact } = await recording.pact()

  expect(pact.provider.name).toBe('files')
  expect(told(pact)).toEqual(['Read the feed of shipments that reached a final status, answered 200; a caller may order notifications'])
})

test('a recording keeps the words of a query, and replaces its other texts', async () => {
  const { pact } = await recorded()
  const queries = (pact.interactions as { request: { query?: unknown } }[]).flatMap(({ request }) => request.query ?? [])

  expect(queries).toEqual([{ resourceId: ['standin-plain'], role: ['Sender'], status: ['Published'] }])
})

test('calls that differ in values only are one interaction, and words of an enumeration make another', async ({ simulator, client }) => {
  const recording = simulator.recordPact({ consumer: 'my-app' })
  await client.call('notifications.createOrder', { body: toEmail('kunde-1', 'kari@privat.no') })
  await client.call('notifications.createOrder', { body: toEmail('kunde-2', 'ola@privat.no') })
  for (const status of ['Published', 'Initialized', 'Published'])
    await client.call('fileTransfer.search', { as: sender, query: { resourceId: 'standin-plain', status } })
  const { pact } = await recording.pact()
  const queries = (pact.interactions as { request: { query?: object } }[]).map(({ request }) => request.query)

  expect(queries).toEqual([
    undefined,
    { resourceId: ['standin-plain'], status: ['Published'] },
    { resourceId: ['standin-plain'], status: ['Initialized'] },
  ])
})

test('a call that a scenario fails is recorded with the failure', async ({ simulator, client }) => {
  simulator.scenarios.define('down', { summary: 'Down', rules: [{ on: 'all', outage: 'database' }] })
  await simulator.scenarios.use(anyName('down'))
  const recording = simulator.recordPact({ consumer: 'my-app' })
  await client.call('notifications.readFeed', { query: { seq: '0' } })

  expect(told((await recording.pact()).pact)).toEqual([
    'Read the feed of shipments that reached a final status, answered 503; a caller may order notifications; an internal service cannot be reached',
  ])
})

test('a recording holds 1000 different calls, and counts those that come later', async ({ simulator, client, send }) => {
  const recording = simulator.recordPact({ consumer: 'my-app' })
  const call = (nth: number) => send(new Request(`${base}/nowhere/${nth}`))
  for (let nth = 1; nth <= 1000; nth++) await call(nth)
  await client.call('notifications.createOrder', { body: toEmail('kunde-1', 'kari@privat.no') })
  await call(7)
  await call(1001)
  const { pact, leftOut } = await recording.pact()

  expect(pact.interactions).toEqual([])
  expect(leftOut).toHaveLength(1001)
  expect(leftOut.at(-1)).toEqual({ call: '2 later calls', why: 'a recording can contain at most 1000 different calls' })
})

test('without bodies in the journal, nothing is recorded', () => {
  const { simulator } = standin({ journalBodies: false })

  expect(() => simulator.recordPact({ consumer: 'my-app' })).toThrow('the journal stores no bodies')
})
