/** What must not compile: the type check reads this file, and nothing runs it. An expected error that does not come is an error itself. */
import {
  anyDocument,
  anyName,
  type Changes,
  createSimulator,
  type Gate,
  type SnapshotDocument,
  type SnapshotOptions,
} from '../../src/index.ts'

const simulator = createSimulator()
const client = simulator.client()

export async function scenarios(): Promise<void> {
  await simulator.scenarios.use('outage-register')
  // @ts-expect-error: misspelt.
  await simulator.scenarios.use('outage-registr')
  // @ts-expect-error: misspelt.
  await simulator.scenarios.find('outage-registr')
  // @ts-expect-error: misspelt.
  await simulator.scenarios.off('outage-registr')
  // @ts-expect-error: a text from outside comes through the door.
  await simulator.scenarios.use(String('outage-register'))
  await simulator.scenarios.use(anyName('my-scenario'))
  const { name } = simulator.scenarios.define('my-scenario', { summary: 'Mine', rules: [{ on: 'fileTransfer', latency: '1s' }] })
  await simulator.scenarios.use(name)
  for (const each of (await simulator.scenarios.list()).scenarios) await simulator.scenarios.off(each.name)
}

export function documents(): void {
  // @ts-expect-error: there is no such operation.
  simulator.scenarios.define('mine', { summary: 'Mine', rules: [{ on: 'fileTransfer.downlaod', latency: '1s' }] })
  // @ts-expect-error: there is no such effect.
  simulator.scenarios.define('mine', { summary: 'Mine', rules: [{ on: 'fileTransfer.download', latencies: '1s' }] })
  // @ts-expect-error: there is no such job.
  simulator.scenarios.define('mine', { summary: 'Mine', rules: [{ on: 'fileTransfer.scans', outage: 'scanner' }] })
  // @ts-expect-error: there is no such service.
  simulator.scenarios.define('mine', { summary: 'Mine', rules: [{ on: 'fileTransfer.scan', outage: 'scaner' }] })
  // @ts-expect-error: a document from outside comes through the door.
  simulator.scenarios.define('mine', JSON.parse('{}') as unknown)
  simulator.scenarios.define('mine', anyDocument(JSON.parse('{}')))
}

export async function operations(): Promise<void> {
  await client.call('fileTransfer.overview', { params: { fileTransferId: 'x' } })
  // @ts-expect-error: there is no such operation.
  await client.call('fileTransfer.overveiw', { params: { fileTransferId: 'x' } })
  // @ts-expect-error: there is no such parameter.
  await client.call('fileTransfer.overview', { params: { fileTransferID: 'x' } })
  // @ts-expect-error: there is no such operation.
  simulator.limits.set('test', '347147753', 'fileTransfer.overveiw', 0)
  simulator.limits.set('test', '347147753', 'fileTransfer.overview', 0)
}

export function journal(): void {
  simulator.journal.list({ operation: 'fileTransfer.overview', scenario: 'outage-register' })
  simulator.journal.list({ operation: 'fileTransfer', jobs: true })
  simulator.journal.list({ operation: 'fileTransfer.scan', jobs: true })
  simulator.journal.list({ operation: anyName('fileTransfer.scan') })
  // @ts-expect-error: there is no such operation.
  simulator.journal.list({ operation: 'fileTransfer.overveiw' })
  // @ts-expect-error: there is no such scenario.
  simulator.journal.list({ scenario: 'outage-registr' })
  // @ts-expect-error: there is no such job.
  simulator.journal.verify({ operation: 'fileTransfer.scans' })
  // @ts-expect-error: there is no such scenario.
  simulator.journal.verify({ where: { scenario: 'outage-registr', committed: true } })
  // @ts-expect-error: there is no such condition.
  simulator.journal.verify({ where: { comitted: true } })
  simulator.journal.verify({ operation: 'events.deliver', where: { committed: true, scenario: 'outage-register' } })
}

export async function givens(): Promise<void> {
  await simulator.givens.arrange('a published file transfer exists', { content: 'hello', caller: 'recipient' })
  // @ts-expect-error: there is no such given.
  await simulator.givens.arrange('a publishd file transfer exists')
  // @ts-expect-error: there is no such parameter.
  await simulator.givens.arrange('a published file transfer exists', { contents: 'hello' })
  // @ts-expect-error: there is no such caller.
  await simulator.givens.arrange('a published file transfer exists', { caller: 'sendr' })
  await simulator.givens.arrange(anyName('a published file transfer exists'), { contents: 'hello' })
}

export function overrides(): void {
  simulator.override('fileTransfer.download', { status: 200, body: new Uint8Array(3) }, { times: 1 })
  simulator.override('fileTransfer.download', ({ params: { fileTransferId } }) => (fileTransferId === 'x' ? { status: 503 } : undefined))
  simulator.override('notifications.createOrder', async ({ input }) => ({ status: 409, body: (await input()).body.idempotencyId }))
  // @ts-expect-error: there is no such operation.
  simulator.override('fileTransfer.downlaod', { status: 503 })
  // @ts-expect-error: there is no such parameter.
  simulator.override('fileTransfer.download', ({ params: { fileTransferID } }) => ({ status: 503, body: fileTransferID }))
  // @ts-expect-error: a reply with this status has a body of bytes.
  simulator.override('fileTransfer.download', { status: 200, body: { some: 'thing' } })
  // @ts-expect-error: the body lacks members.
  simulator.override('notifications.createOrder', { status: 201, body: { notificationOrderId: 'x' } })
  // @ts-expect-error: the operation does not reply so.
  simulator.override('notifications.createOrder', { status: 202 })
  // @ts-expect-error: the request has no such member.
  simulator.override('notifications.createOrder', async ({ input }) => ({ status: 409, body: (await input()).body.idempotencyID }))
  // @ts-expect-error: there is no such option.
  simulator.override('fileTransfer.download', { status: 503 }, { time: 1 })
}

export async function snapshotsAndGates(): Promise<void> {
  const options: SnapshotOptions = { journal: true }
  const document: SnapshotDocument = await simulator.snapshot(options)
  await simulator.restore(document)
  const gate: Gate = simulator.gate('fileTransfer.download', { at: 'after-work' })
  const changes: Changes = simulator.changes
  await gate.arrived(changes.count)
  // @ts-expect-error: there is no such operation.
  simulator.gate('fileTransfer.downlaod', { at: 'after-work' })
  // @ts-expect-error: there is no such place.
  simulator.gate('fileTransfer.download', { at: 'during-work' })
  // @ts-expect-error: there is no such option.
  await simulator.snapshot({ journals: true })
}
