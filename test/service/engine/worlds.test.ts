import { fileTransfers } from '../../../src/service/areas/file-transfer/records/file-transfers.ts'
import { orders, shipments } from '../../../src/service/areas/notifications/records.ts'
import { retainable } from '../../../src/service/engine/lifetime.ts'
import { copyWorldData } from '../../../src/service/world/world.ts'
import { initialized, published, recipient, sender } from '../../support/file-transfers.ts'
import { orderTo, placed, toEmail, ttd } from '../../support/orders.ts'
import { expect, rule, test } from '../../support/rule.ts'
import { switchOn } from '../../support/rules.ts'
import { base, type Standin, standin, start } from '../../support/standin.ts'

const order = (client: Standin['client'], idempotencyId = 'one') =>
  client.call('notifications.createOrder', { as: ttd, body: orderTo(toEmail(), { idempotencyId }) })
const names = ({ simulator }: Standin) => simulator.worlds().map(({ name }) => name)

rule('decisions §2', 'a world is made on first use, also by a call that is refused', async ({ here }) => {
  await order(here.clientOf('/worlds/one'))
  await here.send(new Request(`${base}/future/shipment/none`, { headers: { 'x-standin-world': 'two' } }))
  await here.send(new Request(`${base}/worlds/three/future/orders`))

  expect(names(here)).toEqual(['default', 'one', 'two', 'three'])
})

for (const dialect of ['spec', 'live'] as const) {
  rule('decisions §2', `a path that no row has is answered as in a new world, and makes none (${dialect})`, async () => {
    const here = standin({ dialect })
    const answers = async (world: string) => {
      const { status, headers, text } = await tellOf(
        await here.send(new Request(`${base}/nowhere`, { headers: { 'x-standin-world': world } })),
      )
      return { status, headers, text: text.replace(/00-[0-9a-f-]+/, 'trace') }
    }
    const made = here.simulator.knobs('made').world.name

    expect(await answers('two')).toEqual(await answers(made))
    expect(names(here)).toEqual(['default', made])
  })
}

const image = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image' }
const metadata = '/.well-known/oauth-authorization-server'

rule('decisions §2', 'a call that a page of another site makes a browser send is answered, and makes no world', async () => {
  const here = standin({ cors: ['https://app.example'], maxWorlds: 3 })
  const ask = async (path: string, headers: Record<string, string>) =>
    (await here.send(new Request(`${base}/worlds/evil${path}`, { headers: { ...image, ...headers } }))).status

  expect(await ask('/favicon.ico', {})).toBe(404)
  expect(await ask(metadata, {})).toBe(200)
  expect(await ask(metadata, { origin: 'https://evil.example' })).toBe(200)
  expect(await ask(metadata, { origin: 'null' })).toBe(200)
  // A browser sends it for an address such as http://name:password@localhost.
  expect(await ask('/future/shipment/none', { authorization: 'Basic bmFtZTpwYXNzd29yZA==' })).toBe(401)
  expect(names(here)).toEqual(['default'])

  expect(await ask('/future/shipment/none', { origin: 'https://app.example' })).toBe(401)
  expect(names(here)).toEqual(['default', 'evil'])
})

test('a page of another site with a bearer token makes a world: its origin is allowed, or it is no page', async ({ here }) => {
  const authorization = `Bearer ${(await here.simulator.token(ttd)).token}`
  await here.send(new Request(`${base}/worlds/mine/future/shipment/none`, { headers: { ...image, authorization } }))

  expect(names(here)).toEqual(['default', 'mine'])
})

test('in a world that exists, a call of another site is one like every other', async ({ here }) => {
  await here.send(new Request(`${base}/worlds/mine/future/shipment/none`))
  await here.send(new Request(`${base}/worlds/mine/nowhere`, { headers: image }))

  expect(
    here.simulator
      .knobs('mine')
      .world.journal.calls.list()
      .map(({ path }) => path),
  ).toEqual(['/future/shipment/none', '/nowhere'])
})

test('worlds that pass with their calls use up no room', async () => {
  const here = standin({ maxWorlds: 2 })
  for (let nth = 0; nth < 20; nth++)
    expect((await here.send(new Request(`${base}/worlds/evil${nth}${metadata}`, { headers: image }))).status).toBe(200)

  expect((await order(here.clientOf('/worlds/mine'))).status).toBe(201)
  expect((await here.send(new Request(`${base}/worlds/evil${metadata}`, { headers: image }))).status).toBe(503)
})

const tellOf = async (response: Response) => ({
  status: response.status,
  headers: Object.fromEntries(response.headers),
  text: await response.text(),
})

rule('decisions §2', 'worlds and environments have their own records, and a world has one clock', async ({ here }) => {
  const prefixes = ['', '/production', '/worlds/other', '/worlds/other/production']
  for (const prefix of prefixes) expect((await order(here.clientOf(prefix))).status, prefix).toBe(201)
  await here.simulator.knobs('other').advance({ by: 5_000 })
  const [mine, other] = [here.simulator.world, here.simulator.knobs('other').world]

  expect([mine, other].flatMap(({ environments }) => [environments.test.of(orders).size, environments.production.of(orders).size])).toEqual(
    [1, 1, 1, 1],
  )
  expect([mine, other].map(({ clock }) => clock.now() - Date.parse(start))).toEqual([0, 5_000])
})

rule('decisions §2', 'ids of different worlds and environments differ', async ({ here }) => {
  const replies = await Promise.all(
    ['', '/production', '/worlds/other', '/worlds/other/production'].map((prefix) => order(here.clientOf(prefix))),
  )

  expect(new Set(replies.map(({ text }) => text)).size).toBe(4)
})

rule('decisions §2', 'a world too many is refused, with the way to drop one', async () => {
  const here = standin({ maxWorlds: 2 })
  await order(here.clientOf('/worlds/one'))
  const ask = () => here.send(new Request(`${base}/worlds/two/future/orders`))

  const refused = await ask()
  here.simulator.drop('one')

  expect([refused.status, refused.headers.get('x-standin-misuse'), await refused.text()]).toEqual([
    503,
    'true',
    expect.stringContaining('DELETE /_standin/worlds/'),
  ])
  expect((await ask()).status).toBe(405)
})

rule('decisions §12', 'a dropped world is forgotten, and its name is free', async ({ here }) => {
  const client = here.clientOf('/worlds/one')
  await order(client)

  here.simulator.drop('one')

  expect(names(here)).toEqual(['default'])
  expect((await order(client)).status).toBe(201)
  expect(() => here.simulator.drop('nothing')).toThrow('nothing')
  expect(() => here.simulator.drop('default')).toThrow('cannot be dropped')
})

test('worlds do not change with the objects that a test has put into them', ({ simulator }) => {
  const contact = { number: '24867542562', name: 'Kari Kept' }
  const limits = { 'fileTransfer.download': 5 }
  const worlds = ['one', 'two'].map((name) => simulator.knobs(name))
  for (const { contacts, callers } of worlds) {
    contacts.put(contact)
    callers.put('991825827', limits)
  }
  Object.assign(contact, { number: '14846398760', name: 'Ola Other' })
  limits['fileTransfer.download'] = 1
  for (const { contacts, callers } of worlds) {
    expect(contacts.find('24867542562').name).toBe('Kari Kept')
    expect(callers.list().callers).toContainEqual({ caller: '991825827', limits: { 'fileTransfer.download': 5 } })
  }
  worlds[0]?.contacts.put(contact)
  expect(worlds.map(({ contacts }) => contacts.find('24867542562').number)).toEqual(['24867542562', '24867542562'])
  expect(worlds[0]?.contacts.find('14846398760').name).toBe('Ola Other')
})

/** A world with something of each kind that can be kept. */
async function lived(options: Parameters<typeof standin>[0] = {}) {
  const here = standin(options)
  const { simulator } = here
  await order(here.client)
  await published(here.client)
  await simulator.advance({ by: 3_600_000 })
  await switchOn({ simulator }, [{ on: 'notifications.getShipment', refuse: { code: 'NOT-00004' } }], { ttl: 60_000 })
  simulator.contacts.put({ number: '24867542562', email: 'kept@example.org' })
  return here
}

const remains = ({ simulator }: Standin) => ({
  scenarios: simulator.world.scenarios.active.map(({ name }) => name),
  clock: simulator.world.clock.now() - Date.parse(start),
  contacts: simulator.world.contacts.person('24867542562')?.email === 'kept@example.org',
  journal: simulator.world.journal.calls.size > 0,
})
const nothing = { scenarios: [], clock: 0, contacts: false, journal: false }
const everything = { scenarios: ['mine'], clock: 3_600_000, contacts: true, journal: true }

rule('decisions §12', 'a reset leaves a world as at its start', async () => {
  const here = await lived()

  here.simulator.reset()

  const { environments, clock, blobs } = here.simulator.world
  expect(remains(here)).toEqual(nothing)
  expect([environments.test.of(orders).size, environments.test.of(fileTransfers).size, clock.agenda.size, blobs.held]).toEqual([
    0,
    0,
    0,
    { bytes: 0, count: 0 },
  ])
  expect(here.simulator.worlds()).toHaveLength(1)
})

for (const keep of retainable) {
  rule('decisions §12', `a reset keeps the ${keep} on request, and nothing else`, async () => {
    const here = await lived()

    here.simulator.reset([keep])

    expect(remains(here)).toEqual({ ...nothing, [keep]: everything[keep] })
    expect(here.simulator.world.environments.test.of(orders).size).toBe(0)
  })
}

rule('decisions §12', 'a reset that keeps everything forgets only the records', async () => {
  const here = await lived()

  here.simulator.reset(retainable)

  expect(remains(here)).toEqual(everything)
  expect(here.simulator.world.environments.test.of(orders).size).toBe(0)
  expect((await order(here.client)).status).toBe(201)
})

rule('decisions §12', 'scenarios that are kept go on, although the clock has gone back', async () => {
  const here = await lived()
  const status = async () => (await here.client.call('notifications.getShipment', { as: ttd, params: { id: 'x' } })).status
  await here.simulator.advance({ by: 20_000 })

  here.simulator.reset(['scenarios'])

  expect(await status()).toBe(503)
  await here.simulator.advance({ by: 39_999 })
  expect(await status()).toBe(503)
  await here.simulator.advance({ by: 1 })
  expect(await status()).toBe(404)
})

rule('decisions §12', 'new lines get other numbers than the lines that are kept', async () => {
  const here = await lived()
  here.simulator.reset(['journal'])

  await order(here.client)

  const ids = here.simulator.world.journal.calls.list().map(({ id }) => id)
  expect(new Set(ids).size).toBe(ids.length)
})

rule('decisions §12', 'a clock that is kept runs at the same speed', async () => {
  const here = standin({ clock: 'real', now: undefined })
  here.simulator.world.clock.resume(60)

  here.simulator.reset(['clock'])

  expect([here.simulator.world.clock.mode, here.simulator.world.clock.speed]).toEqual(['real', 60])
})

rule('decisions §16', 'the same calls get the same bytes after a reset', async ({ here }) => {
  const first = await order(here.client)

  here.simulator.reset()

  expect((await order(here.client)).text).toBe(first.text)
})

rule('decisions §16', 'no job of a world runs after its reset', async ({ here }) => {
  await placed(here, toEmail())
  const old = here.simulator.world

  here.simulator.reset()
  await here.simulator.advance({ by: 3_600_000 })

  expect(
    old.environments.test
      .of(shipments)
      .findMany()
      .map(({ status }) => status),
  ).toEqual(['Order_Registered'])
})

rule('decisions §16', 'the file content of a world is removed by its reset', async ({ here }) => {
  const fileTransferId = await published(here.client)
  const old = here.simulator.world
  expect(old.blobs.held.count).toBe(1)

  here.simulator.reset()
  const download = await here.client.call('fileTransfer.download', { as: recipient, params: { fileTransferId } })
  const again = await initialized(here.client)
  const upload = await here.client.call('fileTransfer.upload', { as: sender, params: { fileTransferId: again }, body: new Uint8Array(3) })

  expect([old.blobs.held.count, upload.status, download.status]).toEqual([0, 200, 404])
})

rule('decisions §2', 'a reset leaves other worlds alone', async ({ here }) => {
  await order(here.clientOf('/worlds/other'))

  here.simulator.reset()

  expect(here.simulator.knobs('other').world.environments.test.of(orders).size).toBe(1)
})

test('knobs keep to the name of a world, also after its reset', async ({ here }) => {
  const { knobs } = here.simulator
  const other = knobs('other')
  await order(here.clientOf('/worlds/other'))

  other.reset()

  expect(other.world).toBe(knobs('other').world)
  expect(other.world.data.calls).toBe(0)
})

test('the world default exists from the start', () => {
  expect(names(standin())).toEqual(['default'])
})

test('a world begins at the time of its settings, or now', () => {
  expect(standin().simulator.world.data.created).toBe(Date.parse(start))
  expect(Math.abs(standin({ now: undefined }).simulator.world.data.created - Date.now())).toBeLessThan(10_000)
})

test('a world that is loaded takes the place of the one with its name', async ({ here }) => {
  await order(here.client)
  const old = here.simulator.world
  const copy = copyWorldData(old)
  await here.simulator.load(copy)

  expect([old.gone, here.simulator.world.gone, here.simulator.world.environments.test.of(orders).size]).toEqual([true, false, 1])
  expect(names(here)).toEqual(['default'])
})

test('a world beyond the most worlds is not loaded', async () => {
  const here = standin({ maxWorlds: 1 })
  const copy = copyWorldData(here.simulator.world)

  await expect(here.simulator.load({ ...copy, name: 'other' })).rejects.toThrow('The maximum number of worlds (1) has been reached')
  expect(names(here)).toEqual(['default'])
})
