/** The session of a server breaks: nothing is answered that is not kept, and the server comes back by itself. */
import pg from 'pg'
import { expect, onTestFinished } from 'vitest'
import { refusal } from '../../support/control.ts'
import { orderTo, toEmail, ttd } from '../../support/orders.ts'
import { newDatabase, type TestDatabase, test } from '../../support/postgres.ts'
import { clientAt, serverOn, type TestServer, worldAt } from '../../support/servers.ts'
import { startCluster } from '../../support/start-cluster.ts'

const order = ({ url }: Pick<TestServer, 'url'>, idempotencyId: string) =>
  clientAt(url).call('notifications.createOrder', { as: ttd, body: orderTo(toEmail(), { idempotencyId }) })
const endSession = ({ run }: TestDatabase, instance: string) =>
  run(`SELECT pg_terminate_backend(pid, 5000) FROM standin.server WHERE instance = '${instance}'`)
const away = { status: 503, retryAfter: '1', away: 'true' }
const seen = ({ status, headers }: { status: number; headers: Headers }) => ({
  status,
  retryAfter: headers.get('retry-after'),
  away: headers.get('x-standin-world-away'),
})
const isReady = async (server: TestServer) => (await server.ask('/_standin/ready')).status

test('calls that are on their way when the session ends are answered 503, and their world goes on as it was kept', async ({ database }) => {
  const server = await serverOn(database.url, 'one')
  expect((await order(server, 'kept')).status).toBe(201)
  const gate = '/_standin/gates/notifications.createOrder/before-work'
  await server.ask(gate, { method: 'PUT' })
  const stands = order(server, 'lost')
  await server.ask(`${gate}?arrived=1`)
  const follower = await fetch(`${server.url}/_standin/journal/stream`)
  const ended = follower.text().catch((error: Error) => error.message)
  await endSession(database, 'one')
  expect(seen(await stands)).toEqual(away)
  await ended
  await expect.poll(() => isReady(server)).toBe(200)
  expect((await server.ask('/_standin/state')).body.environments.test.orders.total).toBe(1)
  expect((await order(server, 'kept')).status).toBe(200)
  expect(server.told.join('')).toContain('is connected again')
})

test('a world of a server that lost its session is taken by the next server that is called, and writes of the first one end', async ({
  database,
}) => {
  const [one, two] = [await serverOn(database.url, 'one'), await serverOn(database.url, 'two')]
  const place = await worldAt(one, 'moved')
  await order({ url: one.url + place }, 'first')
  await endSession(database, 'one')
  const replies = await Promise.all(Array.from({ length: 10 }, (_, nth) => order({ url: two.url + place }, `after-${nth}`)))
  expect(replies.map(({ status }) => status)).toEqual(Array(10).fill(201))
  await expect.poll(() => isReady(one)).toBe(200)
  expect((await one.ask(`${place}/_standin/state`)).body.environments.test.orders.total).toBe(11)
  expect((await one.ask('/_standin/worlds')).body.worlds).toContainEqual(expect.objectContaining({ name: 'moved', instance: 'two' }))
})

test('a database that crashes and comes back: calls and reads say 503 meanwhile, and everything that was answered is there', async () => {
  const cluster = await startCluster()
  onTestFinished(cluster.end)
  const database = await newDatabase({ port: cluster.port })
  const secret = 'a-secret-of-this-database'
  const url = database.url.replace('admin@', `admin:${secret}@`)
  const [one, two] = [await serverOn(url, 'one'), await serverOn(url, 'two')]
  const place = await worldAt(one, 'crashed')
  const at = [one, two].map((server) => ({ url: server.url + place }))
  const answered = new Set<string>()
  let isOver = false
  async function orders(server: { url: string }, name: string): Promise<void> {
    for (let nth = 0; !isOver; nth++) {
      const reply = await order(server, `${name}-${nth}`).catch(() => undefined)
      if (reply && reply.status < 300) answered.add(`${name}-${nth}`)
      else if (reply) expect(reply.status).toBe(503)
    }
  }
  const busy = at.map((server, nth) => orders(server, `client-${nth}`))
  await expect.poll(() => answered.size).toBeGreaterThan(10)
  await cluster.crash()
  for (const server of [one, two]) {
    await expect.poll(() => isReady(server)).toBe(503)
    expect(seen(await server.ask(`${place}/_standin/outbox`))).toEqual(away)
    const [ready, health, list, rotated] = await Promise.all([
      server.ask('/_standin/ready'),
      server.ask('/_standin/health'),
      server.ask('/_standin/worlds'),
      server.ask('/_standin/keys/rotate', { method: 'POST' }),
    ])
    for (const fault of [ready.body.detail, health.body.fault]) expect(fault).toContain(`PostgreSQL at 127.0.0.1:${cluster.port}`)
    expect(health.status).toBe(200)
    expect([seen(list), seen(rotated)]).toEqual([away, away])
    for (const { text } of [ready, health, list, rotated]) expect(text).not.toContain(secret)
  }
  await cluster.start()
  isOver = true
  await Promise.all(busy)
  for (const server of [one, two]) await expect.poll(() => isReady(server)).toBe(200)
  await expect.poll(async () => (await two.ask(`${place}/_standin/state`)).status).toBe(200)
  for (const name of answered) expect([name, (await order({ url: two.url + place }, name)).status]).toEqual([name, 200])
  expect([...one.told, ...two.told].join('')).not.toContain(secret)
})

test('nobody is told what is not kept yet: no caller, and no assistant', async ({ database }) => {
  const server = await serverOn(database.url, 'one')
  await server.ask('/_standin/state')
  const locking = new pg.Client({ connectionString: database.url })
  await locking.connect()
  onTestFinished(() => locking.end())
  await locking.query('BEGIN; LOCK TABLE standin.world, standin.record IN EXCLUSIVE MODE')
  const told: string[] = []
  async function noted(calling: ReturnType<TestServer['ask']>): Promise<number> {
    const { status, text } = await calling
    told.push(text)
    return status
  }
  const params = { name: 'contact_put', arguments: { number: '12838590150', body: { email: 'a@example.org' } } }
  const calls = [
    server.ask('/_standin/clock/freeze', { method: 'POST' }),
    server.ask('/_standin/contacts'),
    server.ask('/_standin/mcp', {
      method: 'POST',
      body: { jsonrpc: '2.0', id: 1, method: 'tools/call', params },
      headers: { accept: 'application/json, text/event-stream' },
    }),
  ].map(noted)
  const waiting = "SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND application_name = 'standin one'"
  await expect.poll(async () => (await database.run(waiting)).rowCount).toBe(1)
  await expect
    .poll(() => JSON.stringify([server.simulator.contacts.list(), server.simulator.world.clock.mode]))
    .toMatch(/a@example.*frozen/)
  expect(told).toEqual([])
  await locking.query('COMMIT')
  expect(await Promise.all(calls)).toEqual([200, 200, 200])
  expect(told.join('')).toContain('a@example.org')
})

test('while PostgreSQL takes no changes, calls are answered 507, health and ready say why, and the next look finds that it does again', async ({
  url,
  run,
}) => {
  const server = await serverOn(url, 'one')
  expect((await order(server, 'first')).status).toBe(201)
  await run(`CREATE FUNCTION standin.full() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'no space left' USING ERRCODE = '53100'; END $$;
    CREATE TRIGGER is_full BEFORE INSERT OR UPDATE ON standin.record FOR EACH STATEMENT EXECUTE FUNCTION standin.full()`)
  expect((await order(server, 'second')).status).toBe(507)
  const refused = /^PostgreSQL at \S+ \(.*\) cannot store changes: no space/
  expect(await server.ask('/_standin/state')).toMatchObject({ status: 507, body: { detail: expect.stringMatching(refused) } })
  const [health, ready, list] = await Promise.all(['health', 'ready', 'worlds'].map((row) => server.ask(`/_standin/${row}`)))
  expect(health).toMatchObject({ status: 200, body: { status: 'ok', fault: expect.stringContaining('no space left') } })
  expect(ready).toMatchObject(refusal(503, 'no space left'))
  expect(list?.status).toBe(507)
  expect((await server.ask('/_standin/worlds/default/release', { method: 'POST' })).status).toBe(507)
  await run('DROP TRIGGER is_full ON standin.record')
  await expect.poll(() => isReady(server)).toBe(200)
  expect((await order(server, 'second')).status).toBe(200)
  expect(server.told.join('').match(/no space left/g)).toHaveLength(1)
})

test('a server ends in order when PostgreSQL does not answer it any more, and its worlds are free', async ({ url }) => {
  const one = await serverOn(url, 'one')
  expect((await order(one, 'kept')).status).toBe(201)
  const other = new pg.Client({ connectionString: url })
  await other.connect()
  onTestFinished(() => other.end())
  await other.query('BEGIN; LOCK TABLE standin.world')
  await one.close()
  await other.query('ROLLBACK')
  expect((await order(await serverOn(url, 'two'), 'kept')).status).toBe(200)
})
