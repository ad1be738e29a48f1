import { expect, onTestFinished } from 'vitest'
import { createSimulator } from '../../../src/control/create-simulator.ts'
import { nodePlatform } from '../../../src/platform/node.ts'
import { orders } from '../../../src/service/areas/notifications/records.ts'
import { type Carrier, ClientGone } from '../../../src/service/wire/call.ts'
import { createFetchHandler } from '../../../src/service/wire/fetch.ts'
import { initialized, published, recipient, sender } from '../../support/file-transfers.ts'
import { orderTo, toEmail, toPerson, toPhone, ttd } from '../../support/orders.ts'
import { rule, test } from '../../support/rule.ts'
import { switchOn } from '../../support/rules.ts'
import { base, type Standin, standin, start } from '../../support/standin.ts'

const order = ({ client }: Pick<Standin, 'client'>, idempotencyId = 'one', more: object = {}) =>
  client.call('notifications.createOrder', { as: ttd, body: orderTo(toEmail(), { idempotencyId }), ...more })
const lines = ({ simulator }: Standin) => simulator.world.journal.calls.list()

test('a call leaves one line with all its facts', async ({ here }) => {
  await order(here)

  expect(lines(here)).toEqual([
    {
      id: '1',
      at: Date.parse(start),
      environment: 'test',
      operation: 'notifications.createOrder',
      method: 'POST',
      path: '/future/orders',
      status: 201,
      code: null,
      caller: { org: 'ttd', orgNo: '991825827', clientId: expect.any(String) },
      token: expect.objectContaining({ org: 'ttd', scopes: ['altinn:serviceowner/notifications.create'], exp: expect.any(Number) }),
      ms: expect.any(Number),
      stage: 'handle',
      commits: 1,
      scenario: null,
      rule: null,
      closed: 1,
      number: expect.any(Number),
      marked: true,
      weight: expect.any(Number),
      why: null,
      outcome: null,
      times: expect.toSatisfy((times: number[]) => times.length === 6 && times.every((time, at) => time >= (times[at - 1] ?? 0))),
      considered: null,
      began: expect.any(Number),
      data: undefined,
      requestHeaders: expect.objectContaining({ 'content-type': 'application/json' }),
      requestMissing: 0,
      replyMissing: 0,
      query: '',
      requestBody: expect.stringContaining('"one"'),
      requestBytes: expect.any(Number),
      replyHeaders: expect.objectContaining({ location: expect.any(String) }),
      replyBody: expect.stringContaining('notificationOrderId'),
      replyBytes: expect.any(Number),
      cut: false,
      doings: { turns: expect.any(Number), clockMoves: 0 },
      sender: { connection: null, own: true },
      comparison: null,
    },
  ])
})

test('lines are numbered in the order of arrival, also of calls that find no row', async ({ here }) => {
  await here.send(new Request(`${base}/nowhere`))
  await here.send(new Request(`${base}/future/orders`, { method: 'PUT' }))
  await order(here)

  expect(lines(here).map(({ id, operation, status, stage }) => [id, operation, status, stage])).toEqual([
    ['1', null, 404, 'route'],
    ['2', 'notifications.createOrder', 405, 'route'],
    ['3', 'notifications.createOrder', 201, 'handle'],
  ])
})

for (const [name, headers, path, expected] of [
  ['no-such-path: an unknown path', {}, '/future/nothing', { status: 404, detail: 'No such path: GET /future/nothing.', simulated: null }],
  [
    'a known path that is not simulated',
    {},
    '/events/api/v1/app',
    {
      status: 404,
      detail: 'No such path: GET /events/api/v1/app.',
      simulated: 'publishing by apps, internal event routes, and the test receiver: see docs/fidelity.md#not-simulated',
    },
  ],
  ['method-not-allowed: a method', {}, '/future/orders', { status: 405, detail: 'Use POST.', simulated: null }],
] as const) {
  rule('decisions §1, decisions §12', `${name} is refused as a problem that names the method and path`, async () => {
    const reply = await standin().send(new Request(base + path, { headers }))
    const { detail } = (await reply.json()) as { detail: string }

    expect({ status: reply.status, detail, simulated: reply.headers.get('x-standin-not-simulated') }).toEqual(expected)
  })
}

test('a very long path is refused without being repeated whole', async () => {
  const reply = await standin().send(new Request(`${base}/${'x'.repeat(5_000)}`))

  expect([reply.status, (await reply.text()).length < 600]).toEqual([404, true])
})

rule('decisions §2', 'links begin with the base address of the call', async ({ here }) => {
  const location = async (prefix: string, headers = {}) =>
    (await order({ client: here.clientOf(prefix) }, 'one', { headers })).headers.get('location')

  expect(await location('')).toMatch(/^http:\/\/standin\.test\/notifications\/api\/v1\/orders\/chain\//)
  expect(await location('/production')).toMatch(/^http:\/\/standin\.test\/production\/notifications\//)
  expect(await location('/worlds/mine/production')).toMatch(/^http:\/\/standin\.test\/worlds\/mine\/production\/notifications\//)
  expect(await location('', { 'x-standin-world': 'yours' })).toMatch(/^http:\/\/standin\.test\/notifications\//)
})

rule('decisions §2', 'links begin with the public address where there is one', async () => {
  const { headers } = await order({ client: standin({ publicUrl: 'https://public.test' }).clientOf('/worlds/mine') })

  expect(headers.get('location')).toMatch(/^https:\/\/public\.test\/worlds\/mine\/notifications\//)
})

/** A simulator whose calls wait at their latency until the test lets them go. A client that leaves there is gone. */
async function holding(rules: object[]) {
  const held: (() => void)[] = []
  const platform = {
    ...nodePlatform(),
    pause: (_: number, signal?: AbortSignal) =>
      new Promise<void>((resolve, reject) => {
        held.push(resolve)
        signal?.addEventListener('abort', () => reject(new ClientGone()), { once: true })
      }),
  }
  const here = standin({ platform })
  await switchOn(here, rules)
  const untilHeld = async () => {
    while (held.length === 0) await new Promise((resolve) => setImmediate(resolve))
  }
  return { ...here, held, untilHeld }
}

rule('decisions §5', 'NOT-00002: a client that leaves before the handler commits gets a line with 499, its stage, no commit', async () => {
  const here = await holding([{ on: 'notifications.createOrder', calls: 1, latency: 'PT1S' }])
  const controller = new AbortController()
  const call = order(here, 'one', { signal: controller.signal })
  await here.untilHeld()

  controller.abort()

  await expect(call).rejects.toThrow('fetch failed')
  expect(lines(here).at(-1)).toMatchObject({ status: 499, code: 'NOT-00002', stage: 'rules', commits: 0, replyBytes: 0 })
  expect((await order(here)).status).toBe(201)
})

rule('decisions §5', 'a commit before the client leaves stays, the line says so, and the retry gets the first ids', async ({ here }) => {
  const controller = new AbortController()
  const leave: Carrier = async (call) => {
    const delivery = await here.simulator.carry(call)
    controller.abort()
    return delivery
  }
  const request = async (signal?: AbortSignal) =>
    new Request(`${base}/future/orders`, {
      method: 'POST',
      headers: { authorization: `Bearer ${await here.client.token(ttd)}`, 'content-type': 'application/json' },
      body: JSON.stringify(orderTo(toEmail())),
      ...(signal ? { signal } : {}),
    })

  const lost = await createFetchHandler(leave)(await request(controller.signal))

  expect(lost.type).toBe('error')
  expect(lines(here).at(-1)).toMatchObject({ status: 499, code: 'NOT-00002', stage: 'handle', commits: 1 })
  const retry = await order(here, 'order-1')
  expect([retry.status, retry.text]).toEqual([200, lines(here)[0]?.replyBody])
})

rule('decisions §5', 'an order is not committed when its client leaves during the look-up', async ({ here }) => {
  const controller = new AbortController()
  const { contacts } = here.simulator.world
  const { person } = contacts
  Object.assign(contacts, {
    person: (number: string) => {
      controller.abort()
      return person(number)
    },
  })

  const call = here.client.call('notifications.createOrder', { as: ttd, body: orderTo(toPerson('12838590150')), signal: controller.signal })

  await expect(call).rejects.toThrow()
  expect(lines(here).at(-1)).toMatchObject({ status: 499, code: 'NOT-00002', stage: 'handle', commits: 0 })
  expect(here.simulator.world.environments.test.of(orders).size).toBe(0)
})

rule('decisions §5', 'a reply that breaks off keeps the status that was sent', async ({ here }) => {
  const fileTransferId = await published(here.client, { content: new Uint8Array(4_000_000) })
  const reply = await here.send(
    new Request(`${base}/broker/api/v1/filetransfer/${fileTransferId}/download`, {
      headers: { authorization: `Bearer ${await here.client.token(recipient)}` },
    }),
  )
  const reader = reply.body?.getReader()
  await reader?.read()

  await reader?.cancel()

  expect(lines(here).at(-1)).toMatchObject({
    status: 200,
    code: null,
    cut: true,
    replyBytes: expect.toSatisfy((bytes: number) => bytes > 0 && bytes < 4_000_000),
  })
})

test('an upload commits twice', async ({ here }) => {
  const fileTransferId = await initialized(here.client)

  await here.client.call('fileTransfer.upload', { as: sender, params: { fileTransferId }, body: new Uint8Array(10) })

  expect(lines(here).map(({ commits }) => commits)).toEqual([1, 2])
})

test('a line keeps the beginning of bodies, or nothing where bodies are switched off', async () => {
  const [on, off] = [standin(), standin({ journalBodies: false })]
  const long = toEmail()
  long.recipientEmail.emailSettings = { subject: 'Long', body: 'x'.repeat(100_000) }
  for (const here of [on, off]) await here.client.call('notifications.createOrder', { as: ttd, body: orderTo(long) })

  expect(lines(on)[0]?.requestBody).toHaveLength(16_384)
  expect(lines(on)[0]?.requestBytes).toBeGreaterThan(100_000)
  expect([lines(off)[0]?.requestBody, lines(off)[0]?.replyBody]).toEqual([null, null])
})

test('the journal holds a number of lines, and counts those that it dropped', async () => {
  const here = standin({ journal: 3 })
  for (let call = 0; call < 5; call++) await here.send(new Request(`${base}/nowhere`))

  expect(lines(here).map(({ id }) => id)).toEqual(['3', '4', '5'])
  expect(here.simulator.world.journal.calls.dropped).toBe(2)
})

rule('decisions §8', 'calls are answered during a long advance, and see the instant that it has reached', async () => {
  const here = standin({ sendWindow: 'open' })
  await switchOn(here, [{ outage: 'sms' }])
  await here.client.call('notifications.createOrder', { as: ttd, body: orderTo(toPhone()) })
  const { clock } = here.simulator.world

  const advancing = { over: false }
  const advanced = here.simulator.advance({ by: 43_200_000 }).finally(() => {
    advancing.over = true
  })
  const seen: number[] = []
  while (!advancing.over && seen.length < 2) {
    const reply = await order(here, `call ${seen.length}`)
    expect(reply.status).toBe(201)
    seen.push(clock.now())
    expect(advancing.over).toBe(false)
  }
  const { total, now } = await advanced

  expect(seen).toEqual(seen.toSorted((one, other) => one - other))
  expect(seen.every((at) => at > Date.parse(start) && at < Date.parse(now))).toBe(true)
  expect([now, total > 40_000]).toEqual(['2026-06-01T22:00:00Z', true])
})

/** The replies of a day in a world, and everything that its clock did. */
async function day(seed: number) {
  const here = standin({ seed })
  await switchOn(here, [{ on: 'all', probability: 0.5, outage: ['sms', 'register'] }])
  const replies: string[] = []
  for (let call = 0; call < 12; call++) {
    const to = [toEmail(), toPhone(), toPerson('12838590150')][call % 3] ?? toEmail()
    replies.push(
      (await here.client.call('notifications.createOrder', { as: ttd, body: orderTo(to, { idempotencyId: `call ${call}` }) })).text,
    )
    await here.simulator.advance({ by: 700 })
  }
  replies.push(await initialized(here.client))
  return { replies, account: await here.simulator.advance({ by: 86_400_000 }) }
}

rule('decisions §16', 'the same seed, clock and calls give the same replies and jobs', async () => {
  const [once, again, otherwise] = [await day(1), await day(1), await day(2)]

  expect(again).toEqual(once)
  expect(otherwise.replies).not.toEqual(once.replies)
  expect(new Set(once.replies).size).toBe(once.replies.length)
  expect(once.account.happened.some(({ putOff }) => putOff !== undefined)).toBe(true)
})

rule('decisions §16', 'the random values of a call do not depend on other calls', async () => {
  const drawn = async (concurrent: boolean) => {
    const here = standin()
    const keys = ['a', 'b', 'c', 'd']
    const one = (key: string) => order(here, key).then(({ text }) => text)
    if (concurrent) {
      await here.client.token(ttd)
      return Promise.all(keys.map(one))
    }
    const all: string[] = []
    for (const key of keys) all.push(await one(key))
    return all
  }

  expect(await drawn(true)).toEqual(await drawn(false))
})

/** A simulator with a defect, not in checked mode. */
function defective() {
  const alarms: unknown[] = []
  const platform = { ...nodePlatform(), alarm: (defect: unknown) => void alarms.push(defect) }
  const simulator = createSimulator({ platform, fixtures: { people: [], organizations: [], resources: [], callers: [] } })
  onTestFinished(() => simulator.close())
  Object.defineProperty(simulator.world.environments.test, 'of', {
    get() {
      throw new Error('a secret of the inside')
    },
  })
  const ask = async () => {
    const { token } = await simulator.token({ ...ttd })
    return createFetchHandler(simulator.carry)(new Request(`${base}/future/shipment/x`, { headers: { authorization: `Bearer ${token}` } }))
  }
  return { simulator, alarms, ask }
}

rule('decisions §16', 'a defect of Standin is answered as such, without its stack, and is logged', async () => {
  const { simulator, alarms, ask } = defective()

  const reply = await ask()
  const text = await reply.text()

  expect([reply.status, reply.headers.get('x-standin-bug')]).toEqual([500, 'true'])
  expect(text).not.toContain('secret')
  expect(alarms).toMatchObject([{ message: 'a secret of the inside' }])
  expect(simulator.world.journal.calls.list().at(-1)).toMatchObject({ status: 500, stage: 'handle' })
})

rule('decisions §2', 'an address that no world can have is misuse, and leaves no line', async ({ here }) => {
  const reply = await here.send(new Request(`${base}/worlds/Mine/future/orders`))

  expect([reply.status, reply.headers.get('x-standin-misuse'), lines(here)]).toEqual([400, 'true', []])
})
