/** The keys that sign tokens are those of all servers on one database. */
import { expect } from 'vitest'
import { newDatabase, test } from '../../support/postgres.ts'
import { serverOn, type TestServer } from '../../support/servers.ts'

const broker = { orgNo: '347147753' }
const token = async (server: TestServer, place = '') =>
  (await server.ask(`${place}/_standin/tokens`, { method: 'POST', body: broker })).body.token
const status = async (server: TestServer, given: string, place = '') =>
  (await server.ask(`${place}/broker/api/v1/filetransfer?resourceId=standin-plain`, { headers: { authorization: `Bearer ${given}` } }))
    .status
const kids = async (server: TestServer, place = '') =>
  (await server.ask(`${place}/authentication/api/v1/openid/.well-known/openid-configuration/jwks`)).body.keys.map(
    ({ kid }: { kid: string }) => kid,
  )

/** Each has a world of its own, which no other one answers for. */
async function apart(...names: string[]) {
  const { url } = await newDatabase()
  const servers = await Promise.all(names.map((name) => serverOn(url, name)))
  await Promise.all(servers.map((server, nth) => server.ask(`/_standin/worlds/w${nth}`, { method: 'PUT' })))
  return servers.map((server, nth) => ({ server, place: `/worlds/w${nth}` }))
}

test('servers that start at once on an empty database accept the tokens of each other', async () => {
  const all = await apart('one', 'two', 'three')
  const tokens = await Promise.all(all.map(({ server, place }) => token(server, place)))
  for (const { server, place } of all) expect(await Promise.all(tokens.map((each) => status(server, each, place)))).toEqual([200, 200, 200])
  const sets = await Promise.all(all.map(({ server, place }) => kids(server, place)))
  expect(new Set(sets.map(String)).size).toBe(1)
})

test('a rotation at one server is known at the others at once', async () => {
  const [here, there] = await apart('here', 'there')
  if (!here || !there) throw new Error('A server is missing.')
  const first = await token(there.server, there.place)
  const before = await kids(there.server, there.place)
  const rotated = await here.server.ask('/_standin/keys/rotate', { method: 'POST' })
  expect(await kids(there.server, there.place)).toEqual([rotated.body.kid, ...before])
  const second = await token(here.server, here.place)
  expect(await status(there.server, second, there.place)).toBe(200)
  expect(await status(there.server, first, there.place)).toBe(200)
  await there.server.ask('/_standin/keys/rotate', { method: 'POST' })
  expect(await status(there.server, first, there.place)).toBe(401)
  await expect.poll(() => status(here.server, first, here.place)).toBe(401)
  expect(await status(here.server, await token(there.server, there.place), here.place)).toBe(200)
  const [one, other] = await Promise.all([here, there].map(({ server }) => server.ask('/_standin/keys/rotate', { method: 'POST' })))
  expect([one?.status, other?.status]).toEqual([200, 200])
  await expect.poll(async () => String(await kids(here.server, here.place)) === String(await kids(there.server, there.place))).toBe(true)
})

test('tokens of a world under keys-rotated are good at every server, and come from the key that all rotate to', async () => {
  const [here, there] = await apart('here', 'there')
  if (!here || !there) throw new Error('A server is missing.')
  await there.server.ask(`${here.place}/_standin/scenarios/keys-rotated/active`, { method: 'PUT' })
  await here.server.ask(`${there.place}/_standin/scenarios/keys-rotated/active`, { method: 'PUT' })
  const tokens = await Promise.all([here, there].map(({ server, place }) => token(server, place)))
  for (const { server, place } of [here, there])
    expect(await Promise.all(tokens.map((each) => status(server, each, place)))).toEqual([200, 200])
  const sets = await Promise.all([here, there].map(({ server, place }) => kids(server, place)))
  expect([sets[0]?.length, sets[1]]).toEqual([2, sets[0]])
  for (const { server, place } of [here, there]) await server.ask(`${place}/_standin/scenarios/keys-rotated/active`, { method: 'DELETE' })
  expect((await here.server.ask('/_standin/keys/rotate', { method: 'POST' })).body.kid).toBe(sets[0]?.[0])
  expect(await status(there.server, tokens[0] ?? '', there.place)).toBe(200)
})
