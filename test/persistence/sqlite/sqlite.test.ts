/** The database of a folder, as testers see it. */
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { openDatabase } from '../../../src/persistence/sqlite/node-sqlite.ts'
import { openSqlite } from '../../../src/persistence/sqlite/sqlite.ts'
import type { Change } from '../../../src/persistence/store/store.ts'
import { published } from '../../support/file-transfers.ts'
import { keptIn, orders } from '../../support/kept-folder.ts'
import { expect, test } from '../../support/rule.ts'

test('a tester reads views of a database that is in use, and only its owner can', async ({ folder }) => {
  const here = await keptIn(folder)
  await orders(here, 2)
  await published(here.client, { content: 'kept' })
  await here.isKept()
  const path = join(folder, 'standin.db')
  const database = openDatabase(path, { readOnly: true })
  const select = (sql: string) =>
    database
      .prepare(sql)
      .all()
      .map((row) => ({ ...row }))
  expect(select('SELECT world, environment, idempotency_id FROM orders')).toEqual([
    { world: 'default', environment: 'test', idempotency_id: 'order-0' },
    { world: 'default', environment: 'test', idempotency_id: 'order-1' },
  ])
  expect(select('SELECT o.idempotency_id, s.type, s.status FROM orders o JOIN shipments s ON s.order_id = o.id LIMIT 1')).toEqual([
    { idempotency_id: 'order-0', type: 'Notification', status: expect.any(String) },
  ])
  expect(select("SELECT file_name, json_extract(content, '$.size') AS bytes FROM file_transfers")).toMatchObject([{ bytes: 4 }])
  const views = select("SELECT name FROM sqlite_schema WHERE type = 'view' ORDER BY name").map(({ name }) => String(name))
  expect(views).toMatchObject(expect.arrayContaining(['contacts', 'deliveries', 'events', 'feed_entries', 'messages', 'subscriptions']))
  for (const name of views) select(`SELECT * FROM ${name}`)
  for (const name of ['', '-wal', '-shm']) expect(statSync(path + name).mode & 0o777).toBe(0o600)
  const docs = readFileSync(new URL('../../../docs/operations.md', import.meta.url), 'utf8')
  for (const name of views) expect(docs).toContain(`\`${name}\``)
  database.close()
  here.close()
})

test('a batch that fails leaves nothing', async ({ folder }) => {
  const store = openSqlite(folder, 'process', Date.now)
  const put = (row: number): Change => ({
    what: 'put',
    number: 1,
    row: { row, kind: 'order', environment: 'test', key: row, version: 1, json: '{}' },
  })
  const failures: unknown[] = []
  store.write([put(1), put(2 ** 30)], (failure) => void failures.push(failure?.message))
  store.write([put(3)], (failure) => void failures.push(failure?.message))
  expect(failures).toEqual(['The database has no room for row 1073741824 of world 1.', undefined])
  expect((await store.load(1)).map(({ row }) => row)).toEqual([3])
  await store.close()
})

test('what another program locks is refused, and taken when it lets go', async ({ folder }) => {
  const here = await keptIn(folder)
  await orders(here, 1)
  const other = openDatabase(join(folder, 'standin.db'))
  other.exec('BEGIN IMMEDIATE')
  here.simulator.contacts.remove('12838590150')
  await here.isKept()
  expect(here.told).toEqual([`The folder ${folder} cannot store changes: database is locked. Every call gets a 507 until it can.\n`])
  other.exec('ROLLBACK')
  other.close()
  await orders(here, 1, 'more')
  await here.isKept()
  expect(here.told[1]).toBe(`The folder ${folder} can store changes again. No changes were lost.\n`)
  here.close()
  const again = await keptIn(folder)
  expect(() => again.simulator.contacts.find('12838590150')).toThrow('12838590150')
})
