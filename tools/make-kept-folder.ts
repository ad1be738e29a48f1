/**
 * Creates a data folder for a test in the next release: `node tools/make-kept-folder.ts <name>`. Run it before a release that changes how
 * records or files are stored.
 */
import { existsSync, rmSync } from 'node:fs'
import { startSimulator } from '../src/index.ts'
import { openDatabase } from '../src/persistence/sqlite/node-sqlite.ts'
import { databaseName, lockName } from '../src/persistence/sqlite/own-folder.ts'
import { ownPackage } from '../src/platform/node-package.ts'
import { anyName } from '../src/service/wire/misuse.ts'
import { scopes } from '../src/service/wire/vocabulary.ts'

const data = `test/persistence/releases/${process.argv[2] ?? ownPackage().version}`
if (existsSync(data)) throw new Error(`${data} already exists: an earlier Standin wrote it. Choose another name.`)
const { simulator, close } = await startSimulator({ port: 0, data, clock: 'frozen', now: Date.parse('2026-06-01T10:00:00Z') })
const client = simulator.client({ base: 'http://standin.test' })
const production = simulator.client({ base: 'http://standin.test', environment: 'production' })
const [ttd, sender, recipient] = [
  { org: 'ttd', orgNo: '991825827', scope: scopes.createNotifications },
  { orgNo: '347147753', scope: `${scopes.brokerWrite} ${scopes.brokerRead}` },
  { orgNo: '370916446', scope: `${scopes.brokerRead} altinn:events.subscribe` },
]
const emailSettings = { subject: 'Kept', body: 'Kept' }
const order = (idempotencyId: string, more: object = {}) => ({
  as: ttd,
  body: { idempotencyId, recipient: { recipientEmail: { emailAddress: 'kept@example.org', emailSettings } }, ...more },
})

simulator.contacts.put({ number: '24867542562', name: 'Kari Kept', email: 'kari@example.org' })
simulator.contacts.put({ number: '24867542562', name: 'Kari Kept', email: 'other@example.org' })
simulator.contacts.remove('12838590150')
simulator.clients.put({ id: 'kept-client', orgNo: '347147753', scopes: [scopes.brokerRead] })
simulator.callers.put('347147753', { 'fileTransfer.search': 7 })
simulator.scenarios.define('kept', {
  summary: 'Counts orders',
  rules: [{ on: 'notifications.createOrder', calls: 50, per: 'caller', refuse: { code: 'unreachable' } }],
})
await simulator.scenarios.use(anyName('kept'))
await client.call('notifications.createOrder', order('ended'))
await client.call('notifications.createOrder', order('reminded', { reminders: [{ delayDays: 2, recipient: order('').body.recipient }] }))
await production.call('notifications.createOrder', order('in production'))
const subscribed = await client.call('events.createSubscription', {
  as: recipient,
  body: {
    endPoint: 'https://hook.example.org/',
    resourceFilter: 'urn:altinn:resource:standin-plain',
    subjectFilter: 'urn:altinn:organization:identifier-no:370916446',
  },
})
if (subscribed.status !== 201) throw new Error(`The subscription got ${subscribed.status}: ${subscribed.text}`)
const body = {
  fileName: 'kept.txt',
  resourceId: 'standin-plain',
  sendersFileTransferReference: 'kept',
  sender: '0192:347147753',
  recipients: ['0192:370916446'],
  disableVirusScan: true,
}
const fileTransferId = (await client.call('fileTransfer.initialize', { as: sender, body })).body.fileTransferId
await client.call('fileTransfer.upload', { as: sender, params: { fileTransferId }, body: new TextEncoder().encode('kept content') })
await simulator.advance({ by: 60_000 })
await client.call('notifications.createOrder', order('waiting'))
await client.call('fileTransfer.initialize', { as: sender, body })
await close()
rmSync(`${data}/${lockName}`, { force: true })
const database = openDatabase(`${data}/${databaseName}`)
// Removes the private key, which must not be in the repository. VACUUM erases its bytes.
database.exec("PRAGMA journal_mode = DELETE; DELETE FROM value WHERE name IN ('keys', 'process'); VACUUM")
database.close()
