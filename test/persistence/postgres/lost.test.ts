/** What happens when a session breaks: nothing is answered from the past, and others take the worlds over. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, vi } from 'vitest'
import { listenOn } from '../../support/listen.ts'
import { newDatabase, type Opened, openStore, test } from '../../support/postgres.ts'
import { startCluster } from '../../support/start-cluster.ts'
import { due, put, row, world, written } from '../../support/store-suite.ts'

/** A proxy that lets everything through until it swallows everything. */
async function swallowing(url: string) {
  const { port } = new URL(url)
  let swallows = false
  const sockets = new Set<Socket>()
  const server = createServer((client) => {
    const other = connect(Number(port), '127.0.0.1')
    const pairs: [Socket, Socket][] = [
      [client, other],
      [other, client],
    ]
    for (const [from, to] of pairs) {
      sockets.add(from)
      from.on('data', (part) => swallows || to.write(part))
      from.on('close', () => swallows || to.destroy())
      from.on('error', () => {})
    }
  })
  const proxy = await listenOn(server)
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
  })
  return {
    url: url.replace(port, String(proxy.port)),
    swallow(does: boolean) {
      swallows = does
      if (!does) for (const socket of sockets) socket.destroy()
    },
  }
}

const lossesOf = (store: Opened) => {
  const losses: string[] = []
  store.whenLost?.((why) => void losses.push(why.message))
  return losses
}
const isThere = (store: Opened) => vi.waitFor(() => expect(store.fault?.()).toBeUndefined(), { timeout: 20_000 })

test('a session that is ended loses all worlds once, says why, and is opened again with another owner', async ({ url, run }) => {
  const secret = url.replace('admin', 'admin:very-secret-word')
  const store = await openStore(secret)
  const losses = lossesOf(store)
  const owner = store.session().owner
  await written(store, world(1, 'default'), put(1, row(1)))
  const attempts = new Promise<PromiseSettledResult<unknown>[]>((resolve) => {
    store.whenLost?.(() => {
      expect(() => store.newNumber()).toThrow('reconnects automatically')
      const all = [
        written(store, put(1, row(2))),
        store.take('default', false),
        store.list(),
        store.load(1),
        store.due(1),
        Promise.resolve(store.confirm?.()),
      ]
      resolve(Promise.allSettled(all))
    })
  })
  await run("SELECT pg_terminate_backend(pid, 5000) FROM standin.server WHERE instance = 'one'")
  const failures = await attempts
  for (const failure of failures) {
    const { reason } = failure as PromiseRejectedResult
    expect([failure.status, store.isOwnFailure(reason), String(reason)]).toEqual([
      'rejected',
      true,
      expect.stringContaining('reconnects automatically'),
    ])
  }
  await isThere(store)
  expect(store.session().owner).toBeGreaterThan(owner)
  await expect(written(store, put(1, row(3)))).rejects.toThrow('no longer belongs to this server')
  expect(await store.take('default', false)).toMatchObject({ is: 'here' })
  expect(await store.load(1)).toEqual([row(1)])
  await written(store, put(1, row(4)))
  expect(losses).toHaveLength(1)
  expect(store.told).toEqual([
    expect.stringMatching(/^The session was lost\. PostgreSQL at 127\.0\.0\.1:\d+ .*terminating connection/),
    expect.stringMatching(/is connected again\.\n$/),
  ])
  expect([...store.told, ...losses].join()).not.toContain('very-secret-word')
})

test('of what was on its way when the session broke, everything that was called back is there', async ({ url, run }) => {
  const store = await openStore(url)
  const losses = lossesOf(store)
  await written(store, world(1, 'default'))
  const calledBack: number[] = []
  const failures: { readonly losses: number }[] = []
  let nth = 0
  const pump = () => {
    if (losses.length > 0) return
    for (let each = 0; each < 20; each++) {
      const number = ++nth
      store.write([put(1, row(number))], (failure) => (failure ? failures.push({ losses: losses.length }) : calledBack.push(number)))
    }
    setImmediate(pump)
  }
  pump()
  await vi.waitFor(() => expect(calledBack.length).toBeGreaterThan(500))
  await run("SELECT pg_terminate_backend(pid, 5000) FROM standin.server WHERE instance = 'one'")
  await vi.waitFor(() => expect(calledBack.length + failures.length).toBe(nth))
  expect(failures.every((each) => each.losses === 1)).toBe(true)
  await isThere(store)
  await store.take('default', false)
  const rows = new Set((await store.load(1)).map((each) => each.row))
  expect(calledBack.filter((number) => !rows.has(number))).toEqual([])
})

test('a server whose packets are swallowed answers nothing from before, gives its session up, and others take over', async () => {
  const { url } = await newDatabase()
  const proxy = await swallowing(url)
  const [cut, other] = [await openStore(proxy.url, { instance: 'cut' }), await openStore(url, { instance: 'other' })]
  const losses = lossesOf(cut)
  await written(cut, world(1, 'default'), put(1, row(1)))
  expect(cut.confirm?.()).toBeUndefined()
  proxy.swallow(true)
  const start = performance.now()
  const pending = written(cut, put(1, row(2)))
  pending.catch(() => {})
  let lastAnswer = 0
  const watch = setInterval(() => {
    const waits = cut.confirm?.()
    if (waits === undefined) lastAnswer = performance.now()
    waits?.catch(() => {})
  }, 5)
  onTestFinished(() => clearInterval(watch))
  const taken = await vi.waitUntil(async () => ((await other.take('default', false)).is === 'here' ? performance.now() : false), {
    timeout: 15_000,
    interval: 20,
  })
  expect(lastAnswer).toBeLessThan(taken)
  expect(lastAnswer - start).toBeLessThan(3100)
  expect(taken - start).toBeLessThan(8000)
  await vi.waitFor(() => expect(losses).toHaveLength(1))
  await expect(pending).rejects.toThrow('it is not responding')
  clearInterval(watch)
  proxy.swallow(false)
  await isThere(cut)
  expect(await cut.take('default', false)).toMatchObject({ is: 'elsewhere', owner: { instance: 'other' } })
  expect(await other.load(1)).toEqual([row(1)])
}, 60_000)

test('a process that was stopped answers nothing from before', async () => {
  const { url } = await newDatabase()
  const other = await openStore(url, { instance: 'other' })
  const script = fileURLToPath(new URL('../../support/postgres-owner.ts', import.meta.url))
  const child = spawn(process.execPath, [script, url], { stdio: ['ignore', 'pipe', 'inherit'] })
  onTestFinished(() => void child.kill('SIGKILL'))
  let said = ''
  child.stdout.on('data', (part: Buffer) => (said += part))
  await vi.waitFor(() => expect(said).toContain('ready\n1\n'))
  child.kill('SIGSTOP')
  const start = performance.now()
  expect(await other.take('default', false)).toMatchObject({ is: 'elsewhere' })
  await vi.waitUntil(async () => (await other.take('default', false)).is === 'here', { timeout: 15_000, interval: 20 })
  expect(performance.now() - start).toBeLessThan(8000)
  said = ''
  child.kill('SIGCONT')
  await vi.waitFor(() => expect(said).toMatch(/lost\n(0\n)*1/), { timeout: 15_000 })
  // What it had begun to say when it was stopped comes first.
  expect(said).toMatch(/^(?:1\n)?(0\n)*lost\n/)
}, 60_000)

test('a server that is killed loses its worlds at once', async ({ url }) => {
  const other = await openStore(url, { instance: 'other' })
  const script = fileURLToPath(new URL('../../support/postgres-owner.ts', import.meta.url))
  const child = spawn(process.execPath, [script, url], { stdio: ['ignore', 'pipe', 'inherit'] })
  await once(child.stdout, 'data')
  child.kill('SIGKILL')
  const start = performance.now()
  await vi.waitUntil(async () => (await other.take('default', false)).is === 'here', { timeout: 15_000, interval: 5 })
  expect(performance.now() - start).toBeLessThan(3000)
})

test('after a crash of PostgreSQL, worlds of others are taken when nobody answers from before any more', async () => {
  const cluster = await startCluster()
  onTestFinished(cluster.end)
  const { url, run } = await newDatabase({ port: cluster.port })
  const here = await openStore(url)
  const losses = lossesOf(here)
  await written(here, world(1, 'default'), put(1, row(1)))
  await cluster.crash()
  await vi.waitFor(() => expect(losses).toHaveLength(1))
  expect(here.fault?.()?.message).toContain(`PostgreSQL at 127.0.0.1:${cluster.port}`)
  await cluster.start()
  const other = await openStore(url, { instance: 'other' })
  await vi.waitUntil(async () => (await other.take('default', false)).is === 'here', { timeout: 15_000, interval: 20 })
  const age = await run('SELECT extract(epoch FROM clock_timestamp() - pg_postmaster_start_time())::float8 AS seconds')
  expect(age.rows[0].seconds).toBeGreaterThan(4)
  expect(await other.load(1)).toEqual([row(1)])
  await isThere(here)
  expect(await here.take('default', false)).toMatchObject({ is: 'elsewhere', owner: { instance: 'other' } })
}, 60_000)

test('a world of a server from before a restart is away, and falls due for nobody', async ({ url, run }) => {
  const [gone, other] = [await openStore(url, { instance: 'gone' }), await openStore(url, { instance: 'other' })]
  await written(gone, world(1, 'default'), due(1, 1))
  await run("UPDATE standin.server SET incarnation = '1 0' WHERE instance = 'gone'")
  await run("SELECT pg_terminate_backend(pid, 5000) FROM standin.server WHERE instance = 'gone'")
  const restart = (seconds: number) => run(`UPDATE standin.server SET started = clock_timestamp() - interval '${seconds}s'`)
  await restart(0)
  expect([await other.take('default', true), await other.due(10), await other.unused(1e15)]).toEqual([{ is: 'away' }, [], []])
  await restart(5)
  expect([await other.due(10), await other.take('default', true)]).toMatchObject([['default'], { is: 'here' }])
})
