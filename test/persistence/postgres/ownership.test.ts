/** Who owns a world in PostgreSQL, and who may write it. */
import { expect, onTestFinished, vi } from 'vitest'
import { admin, openStore, test } from '../../support/postgres.ts'
import { due, nowOfSuite, put, row, world, written } from '../../support/store-suite.ts'

const one = { instance: 'one', address: 'http://one:4300' }

test('a world belongs to the server that took it, until it lets go', async ({ url }) => {
  const [here, there] = [await openStore(url), await openStore(url, { instance: 'two' })]
  expect(await here.take('default', true)).toEqual({ is: 'free' })
  expect([await there.take('default', true), await there.take('default', false)]).toEqual([
    { is: 'elsewhere', owner: one },
    { is: 'elsewhere', owner: one },
  ])
  expect(await there.list()).toEqual([])
  await written(here, world(1, 'default'), due(1, 5), put(1, row(1)))
  expect(await there.list()).toMatchObject([{ name: 'default', owner: one }])
  expect(await here.list()).toEqual([{ name: 'default', number: 1, version: 1, json: '{}', due: 5 }])
  expect([await there.due(10), await there.unused(1e15)]).toEqual([[], []])
  await here.letGo('default')
  expect([await there.due(10), await there.unused(1e15), (await there.list())[0]?.owner]).toEqual([['default'], ['default'], undefined])
  expect(await there.take('default', true)).toMatchObject({ is: 'here', world: { number: 1 } })
  expect(await there.load(1)).toEqual([row(1)])
  expect(await here.take('default', false)).toMatchObject({ is: 'elsewhere', owner: { instance: 'two' } })
})

test('a name that was taken for a world that is never made is free again', async ({ url }) => {
  const [here, there] = [await openStore(url), await openStore(url, { instance: 'two' })]
  for (const name of ['a', 'b']) await here.take(name, true)
  await here.letGo('a')
  expect([await there.take('a', false), await there.take('a', true)]).toEqual([{ is: 'free' }, { is: 'free' }])
  await here.close()
  expect([await there.take('b', true), (await there.take('c', false)).is, await there.list()]).toEqual([{ is: 'free' }, 'free', []])
})

test('what was written before a world is let go is kept, and nothing after it', async ({ url }) => {
  const [here, there] = [await openStore(url), await openStore(url, { instance: 'two' })]
  await written(here, world(1, 'default'), world(2, 'other'))
  const last = Array.from({ length: 50 }, (_, nth) => written(here, put(1, row(nth))))
  const letting = here.letGo('default')
  const late = written(here, put(1, row(100)))
  await expect(late).rejects.toThrow('World 1 no longer belongs to this server')
  await Promise.all([...last, letting])
  await there.take('default', false)
  expect(await there.load(1)).toHaveLength(50)
  await expect(written(there, put(2, row(1)))).rejects.toThrow('World 2 ')
  await expect(written(there, world(2, 'other'))).rejects.toThrow('the world other belongs to another server')
  await written(here, put(2, row(1)))
})

test('of many servers that take worlds at once, one gets each', async ({ url }) => {
  const servers = await Promise.all(Array.from({ length: 4 }, (_, nth) => openStore(url, { instance: `server-${nth}` })))
  const names = Array.from({ length: 20 }, (_, nth) => `w${nth}`)
  const takeAll = async () => {
    const all = await Promise.all(names.map((name) => Promise.all(servers.map((server) => server.take(name, true)))))
    return all.map((taken) => taken.map(({ is }) => is).toSorted())
  }
  expect(await takeAll()).toEqual(names.map(() => ['elsewhere', 'elsewhere', 'elsewhere', 'free']))
  expect(await Promise.all(servers.map(async (server) => (await server.list()).length))).toEqual([0, 0, 0, 0])
})

test('the worlds of a server whose session has ended are taken by one of the others, and fall due for all', async ({ url, run }) => {
  const [gone, ...others] = await Promise.all(
    ['gone', 'b', 'c', 'd'].map((instance) => openStore(url, { instance, now: () => nowOfSuite })),
  )
  if (!gone) throw new Error('There is no server.')
  await written(gone, world(1, 'default'), world(2, 'other'), due(1, 1), due(2, 2))
  await gone.take('claimed', true)
  await run("SELECT pg_terminate_backend(pid, 5000) FROM standin.server WHERE instance = 'gone'")
  const taken = await Promise.all(others.map((server) => server.take('default', false)))
  expect(taken.map(({ is }) => is).toSorted()).toEqual(['elsewhere', 'elsewhere', 'here'])
  expect(await Promise.all(others.map((server) => server.due(10)))).toEqual([['other'], ['other'], ['other']])
  expect(await others[0]?.unused(nowOfSuite + 1)).toEqual(['other'])
  expect(await others[1]?.take('claimed', true)).toEqual({ is: 'free' })
})

test('a server whose session is lost says that nothing is certain, and goes on where nobody waits for that', async ({ url, run }) => {
  const here = await openStore(url)
  const lost = new Promise((resolve) => here.whenLost?.(resolve))
  await run(`SELECT pg_terminate_backend(${here.session().pid})`)
  await lost
  // A rejection that nobody handles ends a process, and fails this run.
  expect(here.confirm?.()).toBeInstanceOf(Promise)
})

test('a server that PostgreSQL has not answered for a while asks it before a reply leaves', async ({ url }) => {
  const here = await openStore(url)
  expect(here.confirm?.()).toBeUndefined()
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 10_000 })
  onTestFinished(() => void vi.useRealTimers())
  const confirming = here.confirm?.()
  expect(confirming).toBeInstanceOf(Promise)
  await confirming
  expect(here.confirm?.()).toBeUndefined()
})

test('worlds of another schema are apart', async ({ url }) => {
  const [here, there] = [await openStore(url), await openStore(url, { schema: 'other_one', instance: 'two' })]
  await written(here, world(1, 'default'))
  expect([await there.take('default', true), await there.list()]).toEqual([{ is: 'free' }, []])
})

test('of two servers that make a value at once, one does, and both hear of it', async ({ url }) => {
  const [here, there] = [await openStore(url), await openStore(url, { instance: 'two' })]
  const heard: string[] = []
  for (const store of [here, there]) store.whenSwapped?.((name) => void heard.push(name))
  const puts = await Promise.all([here.swap('secret', undefined, '"one"'), there.swap('secret', undefined, '"two"')])
  expect(puts.toSorted()).toEqual([false, true])
  expect(await here.read('secret')).toBe(await there.read('secret'))
  await expect.poll(() => heard).toEqual(['secret', 'secret'])
})

test('an id of a server is never given twice, and servers that are gone are forgotten', async ({ url, run }) => {
  for (const instance of ['a', 'b', 'c']) await (await openStore(url, { instance })).close()
  const last = await openStore(url)
  expect((await run('SELECT id, instance, address FROM standin.server')).rows).toEqual([{ id: 4, ...one }])
  expect(last.session().owner).toBe(4)
  expect((await admin(`SELECT count(*)::int AS sessions FROM pg_stat_activity WHERE application_name = 'standin one'`)).rows).toMatchObject(
    [{ sessions: expect.any(Number) }],
  )
})
