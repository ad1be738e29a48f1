/** Creates a PostgreSQL database for each test, and opens servers' stores in the database. */
import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { inject, onTestFinished, test as plain } from 'vitest'
import { openPostgres, type PostgresOptions, type PostgresStore } from '../../src/persistence/postgres/postgres.ts'

const onDatabase = plain
  .extend('database', () => newDatabase())
  .extend('url', ({ database }) => database.url)
  .extend('run', ({ database }) => database.run)

/** A test with a database, if it names the database or its `url`. Skipped if the machine has no PostgreSQL. */
export const test = (inject('postgres') === undefined ? onDatabase.skip : onDatabase) as typeof onDatabase

/** Runs statements as the cluster's owner. */
export async function admin(sql: string, { port = inject('postgres') ?? 0, database = 'postgres' } = {}): Promise<pg.QueryResult> {
  const client = new pg.Client({ host: '127.0.0.1', port, user: 'admin', database })
  await client.connect()
  try {
    return await client.query(sql)
  } finally {
    await client.end()
  }
}

export interface TestDatabase {
  readonly name: string
  readonly url: string
  run(sql: string): Promise<pg.QueryResult>
}

/** Creates a separate database. `more`: additional clauses for `CREATE DATABASE`. */
export async function newDatabase({ port = inject('postgres') ?? 0, more = '' } = {}): Promise<TestDatabase> {
  const name = `test_${randomUUID().replaceAll('-', '')}`
  await admin(`CREATE DATABASE ${name} ${more}`, { port })
  return { name, url: `postgres://admin@127.0.0.1:${port}/${name}`, run: (sql) => admin(sql, { port, database: name }) }
}

export interface Opened extends PostgresStore {
  readonly told: string[]
}

/** Opens a server's store. It is closed when the test ends. */
export async function openStore(url: string, options: Partial<PostgresOptions> = {}): Promise<Opened> {
  const told: string[] = []
  const instance = options.instance ?? 'one'
  const own = { address: `http://${instance}:4300`, now: Date.now, tell: (text: string) => void told.push(text) }
  const store = await openPostgres({ ...own, ...options, url, instance })
  onTestFinished(() => store.close().catch(() => {}))
  // Preserves the store's getters.
  return Object.defineProperty(store, 'told', { value: told }) as Opened
}
