/** Folders that earlier releases wrote: those with a database open, those with a log are refused. */

import { cpSync, existsSync, readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { openDatabase } from '../../src/persistence/sqlite/node-sqlite.ts'
import { subscriptions } from '../../src/service/areas/events/records/subscriptions.ts'
import { fileTransfers } from '../../src/service/areas/file-transfer/records/file-transfers.ts'
import { feedEntryForm } from '../../src/service/areas/notifications/forms.ts'
import { feedEntries } from '../../src/service/areas/notifications/records/feed.ts'
import { orders, shipments } from '../../src/service/areas/notifications/records.ts'
import { anyName } from '../../src/service/wire/misuse.ts'
import { versionOf } from '../../src/service/world/record-form.ts'
import { run } from '../support/command-line.ts'
import { recipient } from '../support/file-transfers.ts'
import { folderWith } from '../support/folder.ts'
import { keptIn } from '../support/kept-folder.ts'
import { orderTo, toEmail, ttd } from '../support/orders.ts'
import { expect, test } from '../support/rule.ts'

const releases = fileURLToPath(new URL('./releases', import.meta.url))
const releaseNames = (hasDatabase: boolean) =>
  readdirSync(releases).filter((name) => existsSync(`${releases}/${name}/standin.db`) === hasDatabase)
const namesIn = (folder: string) => readdirSync(folder, { recursive: true }).map(String).sort()

test.each(releaseNames(true))('a folder of the release %s opens, with everything in it', async (release) => {
  const folder = folderWith()
  cpSync(`${releases}/${release}`, folder, { recursive: true })
  const { simulator, client, told, close } = await keptIn(folder)
  const { test: here, production } = simulator.world.environments
  expect(told).toEqual([])
  expect([here.of(orders).size, production.of(orders).size, here.of(shipments).size, here.of(subscriptions).records.size]).toEqual([
    3, 1, 4, 1,
  ])
  expect(simulator.contacts.list().contacts.find(({ number }) => number === '24867542562')).toMatchObject({ email: 'other@example.org' })
  expect(await simulator.scenarios.find(anyName('kept'))).toMatchObject({ active: true })
  expect(here.of(feedEntries).table.latest()).toBe(2)

  const transfer = here
    .of(fileTransfers)
    .findMany()
    .find(({ content }) => content)
  const params = { fileTransferId: transfer?.id ?? '' }
  expect((await client.call('fileTransfer.download', { as: recipient, params })).text).toBe('kept content')
  const again = await client.call('notifications.createOrder', { as: ttd, body: orderTo(toEmail(), { idempotencyId: 'waiting' }) })
  expect(again.status).toBe(200)
  close()
})

test('a folder with a value of before that nothing reads any more opens', async ({ folder }) => {
  cpSync(`${releases}/0.1.0-sqlite`, folder, { recursive: true })
  const database = openDatabase(`${folder}/standin.db`)
  const closings = { last: 1, closings: [{ name: 'default', closing: 1, until: Date.now() + 3_600_000, moved: true }] }
  database.prepare('INSERT INTO value VALUES (?, ?)').run('closings', JSON.stringify(closings))
  database.close()
  const { client, told, close } = await keptIn(folder)
  const again = await client.call('notifications.createOrder', { as: ttd, body: orderTo(toEmail(), { idempotencyId: 'waiting' }) })
  expect([told, again.status]).toEqual([[], 200])
  close()
})

test('the rate limits that an older Standin stored begin anew, and are removed from its database', async ({ folder }) => {
  cpSync(`${releases}/0.1.0-sqlite`, folder, { recursive: true })
  const database = openDatabase(`${folder}/standin.db`)
  const stored = () => database.prepare("SELECT count(*) AS count FROM record WHERE kind IN ('allowance', 'spent')").get()
  const insert = database.prepare(
    "INSERT INTO record (id, kind, environment, key, version, json) SELECT max(id) + 1, ?, 'test', ?, ?, ? FROM record",
  )
  const name = { operation: 'fileTransfer.search', caller: 'someone', limit: 30 }
  const key = `${name.operation}\n${name.caller}`
  insert.run('allowance', key, 2, JSON.stringify({ ...name, calls: [Date.now()], guessed: false, spent: 1 }))
  insert.run('spent', key, 1, JSON.stringify({ from: 1, times: [Date.now()] }))
  const here = await keptIn(folder, { settings: { rateLimits: 'current' } })
  expect([here.told, here.simulator.limits.list().limits]).toEqual([[], []])
  here.simulator.contacts.put({ number: '24867542562', name: 'Kari Kept', email: 'kari@example.org' })
  await here.isKept()
  expect(stored()).toEqual({ count: 0 })
  here.close()
  database.close()
})

test.each(releaseNames(false))('the folder of a log that %s wrote is refused with what to do, and stays as it is', async (release) => {
  const folder = folderWith()
  cpSync(`${releases}/${release}`, folder, { recursive: true })
  const { code, err } = await run(['start', '--port', '0', '--data', folder])
  expect([code, err]).toEqual([
    2,
    expect.stringContaining(`The folder ${folder} contains a log from an older version of Standin, which this version cannot read.`),
  ])
  expect(err).toContain('save each world (standin snapshots save <file> --world <name>)')
  expect(namesIn(folder)).toEqual(namesIn(`${releases}/${release}`))
})

test('records of versions before are upgraded, and written anew in the order of the world', async ({ folder }) => {
  cpSync(`${releases}/0.1.0-sqlite`, folder, { recursive: true })
  const database = openDatabase(`${folder}/standin.db`)
  const select = () =>
    database.prepare("SELECT key, version, json FROM record WHERE kind = 'feedEntry' AND environment = 'test' ORDER BY id").all()
  const before = select()
  // What version 1 wrote.
  database.exec("UPDATE record SET version = 1, json = json_object('entry', json(json), 'owners', 1) WHERE kind = 'feedEntry'")
  const here = await keptIn(folder)
  const entries = here.simulator.world.environments.test.of(feedEntries).table
  expect([...entries.values()]).toMatchObject(before.map(({ json }) => JSON.parse(String(json))))
  await here.isKept()
  expect(select()).toEqual(before.map((record) => ({ ...record, version: versionOf(feedEntryForm) })))
  here.close()
  database.close()
  expect((await keptIn(folder)).told).toEqual([])
})
