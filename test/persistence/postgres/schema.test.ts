/** The schema of PostgreSQL, and who cannot use it. */
import { expect, onTestFinished, vi } from 'vitest'
import { othersOf } from '../../../src/persistence/postgres/open-postgres.ts'
import { demandVersion, quotedSchema } from '../../../src/persistence/postgres/schema.ts'
import { admin, newDatabase, openStore, test } from '../../support/postgres.ts'
import { put, row, world, written } from '../../support/store-suite.ts'

const messageOf = async (opening: Promise<unknown>) => {
  const [{ reason } = {}] = (await Promise.allSettled([opening])) as { reason?: Error }[]
  return { name: reason?.name, message: reason?.message, all: JSON.stringify(reason, Object.getOwnPropertyNames(reason ?? {})) }
}

test('a name of a schema that is none is refused, whatever it holds', () => {
  for (const name of ['', 'Standin', 'a"; DROP SCHEMA public; --', 'a.b', 'pg_own', '1a', 'é', 'a'.repeat(64), 'a\0', "a'", 'a\n'])
    expect(() => quotedSchema(name)).toThrow('is not a valid schema name')
  expect(['standin', '_a1', 'select', 'a'.repeat(63)].map(quotedSchema)).toEqual(['"standin"', '"_a1"', '"select"', `"${'a'.repeat(63)}"`])
})

test('a schema whose name is a word of SQL works, and servers create it at once', async ({ url }) => {
  const stores = await Promise.all(['a', 'b', 'c'].map((instance) => openStore(url, { instance, schema: 'select' })))
  await written(stores[0] as never, world(1, 'default'))
  expect(await stores[2]?.list()).toHaveLength(1)
})

test('an old PostgreSQL is refused', () => {
  expect(() => demandVersion('PostgreSQL at x:1', 130_014)).toThrow(
    'PostgreSQL at x:1 has version 13. Standin needs PostgreSQL 14 or newer.',
  )
  demandVersion('PostgreSQL at x:1', 140_000)
})

test('a schema of a newer Standin, and one of something else, are refused and stay as they are', async ({ url, run }) => {
  await (await openStore(url)).close()
  await run('UPDATE standin.about SET version = 99')
  expect(await messageOf(openStore(url))).toMatchObject({
    name: 'Misuse',
    message: expect.stringContaining('was written by a newer version of Standin'),
  })
  await run('CREATE SCHEMA other; CREATE TABLE other.world (a int)')
  expect(await messageOf(openStore(url, { schema: 'other' }))).toMatchObject({
    name: 'Misuse',
    message: expect.stringContaining("contains another program's tables"),
  })
  expect((await run('SELECT version FROM standin.about')).rows).toEqual([{ version: 99 }])
  await run('CREATE SCHEMA third; CREATE TABLE third.about (title text); CREATE SCHEMA fourth; CREATE TYPE fourth.world AS ENUM ()')
  for (const schema of ['third', 'fourth'])
    expect(await messageOf(openStore(url, { schema }))).toMatchObject({
      message: expect.stringContaining("contains another program's tables"),
    })
})

test('a newer Standin makes the views anew, and testers read them as before', async ({ database: { url, run, name } }) => {
  const [tester, group] = [`tester ${name.slice(-12)}`, `group_${name.slice(-12)}`]
  await (await openStore(url)).close()
  await run(`CREATE ROLE "${tester}" LOGIN; CREATE ROLE ${group}; GRANT USAGE ON SCHEMA standin TO "${tester}";
    GRANT SELECT ON standin.orders TO "${tester}", ${group}`)
  await run(
    'CREATE VIEW own_orders AS SELECT id FROM standin.orders; DROP VIEW standin.messages; CREATE VIEW standin.messages AS SELECT 1 AS a',
  )
  await run(`GRANT SELECT ON standin.messages TO PUBLIC; UPDATE standin.about SET derived = 'older'`)
  await (await openStore(url)).close()
  const mayRead = `SELECT has_table_privilege($1, 'standin.orders', 'SELECT') AS orders, has_table_privilege($1, 'standin.messages', 'SELECT')
    AS messages, has_table_privilege($1, 'standin.shipments', 'SELECT') AS shipments`
  for (const role of [tester, group])
    expect((await run(mayRead.replaceAll('$1', `'${role}'`))).rows).toEqual([{ orders: true, messages: true, shipments: false }])
  expect((await run('SELECT id FROM own_orders')).rows).toEqual([])
  expect((await run('SELECT world FROM standin.messages')).rows).toEqual([])
})

test('an address that names no user is refused', async () => {
  vi.stubEnv('PGUSER', undefined)
  vi.stubEnv('USER', undefined)
  onTestFinished(() => void vi.unstubAllEnvs())
  const { message } = await messageOf(openStore('postgres://127.0.0.1:1/db'))
  expect(message).toBe('The PostgreSQL URL contains no user. Use postgres://user@host/database, or set PGUSER.')
})

test('a role without rights is told what to grant, and works when it has its own schema', async ({ database: { url, run, name } }) => {
  const role = `role_${name.slice(-12)}`
  await run(`CREATE ROLE ${role} LOGIN PASSWORD 'very-secret-word'`)
  const own = url.replace('admin', `${role}:very-secret-word`)
  const { name: kind, message, all } = await messageOf(openStore(own))
  expect([kind, message]).toEqual([
    'Misuse',
    expect.stringContaining(`permission denied for database ${name}. Standin needs a schema of its own.`),
  ])
  expect(all).not.toContain('very-secret-word')
  await run(`CREATE SCHEMA standin AUTHORIZATION ${role}`)
  const store = await openStore(own)
  await written(store, world(1, 'default'))
})

test('a database with another encoding, one that is not there, and a server that is not there are refused without a secret', async () => {
  const { url } = await newDatabase({ more: "ENCODING 'LATIN1' LC_COLLATE 'C' LC_CTYPE 'C' TEMPLATE template0" })
  const password = 's%C3%A9cret%2F%40-word'
  const wrong = [
    url,
    url.replace(/\w+$/, 'nowhere'),
    url.replace(/:\d+\//, ':1/'),
    'postgres://admin:%zz@127.0.0.1/db',
    'postgres://admin:1234/5678@127.0.0.1/db',
    'postgres://admin:12#45678@127.0.0.1/db',
    'postgres://admin:a@b@127.0.0.1/db',
    'mysql://admin@127.0.0.1/db',
    'postgres://admin@host.invalid/db',
    'postgres://admin@127.0.0.1/db?sslmode=verify-full&sslrootcert=/nowhere.pem',
  ].map((address) => address.replace('//admin@', `//admin:${password}@`))
  for (const address of wrong) {
    const { name, message, all } = await messageOf(openStore(address))
    expect([name, message]).toEqual(['Misuse', expect.any(String)])
    for (const secret of [password, 'cret', '5678', '1234', '%zz', 'a@b']) expect([address, all].at(1)).not.toContain(secret)
  }
})

test('testers read views, also of texts that jsonb does not take', async ({ url, run }) => {
  const store = await openStore(url)
  const order = { id: 'o1', idempotencyId: 'a\0b\ud800\\u0000', status: { a: 1 } }
  await written(store, world(1, 'default'), put(1, row(1, { json: JSON.stringify(order) })))
  expect((await run('SELECT world, environment, id, idempotency_id FROM standin.orders')).rows).toEqual([
    { world: 'default', environment: 'test', id: 'o1', idempotency_id: 'a\ufffdb\ufffd\\ufffd' },
  ])
  const views = await run("SELECT viewname FROM pg_views WHERE schemaname = 'standin'")
  expect(views.rows.length).toBeGreaterThan(10)
  for (const { viewname } of views.rows) await run(`SELECT * FROM standin.${viewname}`)
  const before = await run("SELECT 'standin.orders'::regclass::oid")
  await store.close()
  await openStore(url)
  expect((await run("SELECT 'standin.orders'::regclass::oid")).rows).toEqual(before.rows)
  await admin('SELECT 1')
})

test('tables of the first version are upgraded, and their servers and values stay', async ({ url, run }) => {
  const first = await openStore(url)
  await first.swap('kept', undefined, '1')
  await run(`ALTER TABLE standin.server DROP COLUMN options; DROP FUNCTION standin.begin_server(text, text, text);
    CREATE FUNCTION standin.begin_server(text, text, OUT me integer, OUT class integer) LANGUAGE sql AS 'SELECT 1, 1';
    UPDATE standin.about SET version = 1, derived = ''`)
  const next = await openStore(url, { instance: 'next' })
  expect(await next.read('kept')).toBe('1')
  expect(await othersOf(next.session(), next.schema)).toEqual([{ instance: 'one', options: null }])
})
