/** Hooks: receivers of webhooks within Standin, over HTTP and in process. */
import { control, refusal } from '../../support/control.ts'
import { initialized } from '../../support/file-transfers.ts'
import { hosted } from '../../support/hosts.ts'
import { expect, test } from '../../support/rule.ts'
import { base } from '../../support/standin.ts'
import { subscribed } from '../../support/subscribers.ts'

const mine = { params: { name: 'mine' } }
/** As a subscriber's address is called: 'control.receiveHook' with any query and body. */
const post = (here: ReturnType<typeof control>, path: string, init: RequestInit = {}) =>
  here.send(new Request(`${base}${path}`, { method: 'POST', body: '{}', ...init }))

test('whatever is posted to a hook is kept, shown without secrets, and answered 200', async ({ here }) => {
  const event = { specversion: '1.0', id: 'e1', type: 'no.altinn.broker.published', token: 'a-secret' }
  const init = { body: JSON.stringify(event), headers: { authorization: 'Bearer abc', 'x-mine': 'yes' } }
  expect((await post(here, '/_standin/hooks/mine?code=abc', init)).status).toBe(200)
  expect((await post(here, '/_standin/hooks/mine', { body: new Uint8Array([255, 0]) })).status).toBe(200)
  const { body } = await here.ask('control.showHook', mine)

  expect(body).toMatchObject({ name: 'mine', status: 200, delay: 'PT0S', received: 2, total: 2, lastAt: '2026-06-01T10:00:00Z' })
  expect(body.requests).toEqual([
    {
      id: 1,
      missing: 0,
      at: '2026-06-01T10:00:00Z',
      answered: 200,
      headers: expect.objectContaining({ 'x-mine': 'yes', authorization: expect.stringMatching(/^Bearer …/) }),
      body: expect.stringMatching(/"id":"e1".*"token":"…/),
      bytes: JSON.stringify(event).length,
      event: { id: 'e1', type: 'no.altinn.broker.published' },
    },
    expect.objectContaining({ id: 2, bytes: 2, event: null }),
  ])
  expect((await here.ask('control.listHooks')).body).toMatchObject({ total: 1, hooks: [{ name: 'mine', received: 2 }] })
})

test('a hook answers the status that is chosen, and forgets everything when it is cleared', async ({ here }) => {
  expect((await here.ask('control.answerHook', { ...mine, body: { status: 503, delay: 'PT0.01S' } })).body).toMatchObject({
    status: 503,
    delay: 'PT0.01S',
  })
  expect((await post(here, '/_standin/hooks/mine')).status).toBe(503)
  expect((await post(here, '/_standin/hooks/other')).status).toBe(200)
  expect((await here.ask('control.clearHook', mine)).status).toBe(204)
  expect((await post(here, '/_standin/hooks/mine')).status).toBe(200)
  expect((await here.ask('control.showHook', mine)).body.requests.map(({ id }: { id: number }) => id)).toEqual([3])
})

test.each([
  [{ status: 299 }, /status/],
  [{ delay: 'PT61S' }, /^delay: the maximum is 60 seconds\.$/],
])('a hook that cannot answer so is refused: %j', async (body, said) => {
  expect(await control().ask('control.answerHook', { ...mine, body })).toMatchObject(refusal(400, said))
})

test('everyone may send to a hook, and only administrators may look', async () => {
  const { origin, send } = await hosted('express', { adminToken: 'abc' })
  // A call from another page: the one that administrators may not make without the token.
  const headers = { 'sec-fetch-site': 'cross-site' }
  const at = `${origin}/_standin/hooks/mine`

  expect((await send(new Request(at, { method: 'POST', headers, body: 'x' }))).status).toBe(200)
  expect((await send(new Request(at, { headers }))).status).toBe(401)
  expect((await send(new Request(at, { method: 'PUT', headers, body: '{}' }))).status).toBe(401)
  expect((await send(new Request(at, { method: 'POST', headers: { origin: 'https://evil.example' }, body: 'x' }))).status).toBe(403)
  expect((await send(new Request(at, { headers: { ...headers, authorization: 'Bearer abc' } }))).status).toBe(200)
})

test('each world has hooks of its own, and a hook makes no world', async ({ here }) => {
  expect((await post(here, '/worlds/w1/_standin/hooks/mine')).status).toBe(404)
  here.simulator.knobs('w1').clock.show()
  await here.ask('control.answerHook', { ...mine, body: {}, prefix: '/worlds/w1' })
  await post(here, '/worlds/w1/_standin/hooks/mine')

  expect((await here.ask('control.showHook', { ...mine, prefix: '/worlds/w1' })).body.received).toBe(1)
  expect((await here.ask('control.showHook', mine)).body.received).toBe(0)
})

test('a hook has bounds: of its name, its body, the number of hooks and of requests', async ({ here }) => {
  expect((await post(here, '/_standin/hooks/%20')).status).toBe(400)
  expect((await post(here, '/_standin/hooks/mine', { body: 'x'.repeat(1_048_577) })).status).toBe(413)
  await post(here, '/_standin/hooks/long', { body: 'x'.repeat(10_000) })
  const long = (await here.ask('control.showHook', { params: { name: 'long' } })).body.requests[0]
  expect([long.bytes, long.body.length]).toEqual([10_000, 4_096])
  for (let at = 1; at < 100; at++) await post(here, `/_standin/hooks/h${at}`)
  expect((await post(here, '/_standin/hooks/mine')).status).toBe(503)
  for (let at = 0; at < 500; at++) here.simulator.hooks.receive('h1', { headers: {}, body: new Uint8Array() })
  const { body } = await here.ask('control.showHook', { params: { name: 'h1' } })
  expect([body.received, body.requests.length]).toEqual([501, 500])
})

test('a subscription names a hook: its validation and its events arrive, over HTTP', async () => {
  const { origin, client, simulator } = await hosted('express')
  await subscribed(client, { endPoint: `${origin}/_standin/hooks/mine` })
  await simulator.advance({ by: 1_000 })
  await initialized(client)
  simulator.hooks.answer('mine', { status: 500 })
  await simulator.advance({ by: 1_000 })
  simulator.hooks.answer('mine', {})
  await simulator.advance({ by: 10_000 })

  expect(simulator.hooks.show('mine').requests.map(({ event, answered }) => [event?.type, answered])).toEqual([
    ['platform.events.validatesubscription', 200],
    ['no.altinn.broker.filetransferinitialized', 500],
    ['no.altinn.broker.filetransferinitialized', 200],
  ])
  expect(simulator.deliveries.list().deliveries.map(({ status }) => status)).toEqual(['delivered', 'delivered'])
})

test.for([
  ['', 'default'],
  ['/worlds/w1', 'w1'],
] as const)('in process, where there is no port, standin.localhost%s stands for this simulator', async ([prefix, world], { here }) => {
  const knobs = here.simulator.knobs(world)
  const client = knobs.client()
  await subscribed(client, { endPoint: `http://standin.localhost${prefix}/_standin/hooks/mine` })
  await knobs.advance({ by: 1_000 })
  await initialized(client)
  await knobs.advance({ by: 1_000 })

  expect(knobs.hooks.show('mine').requests.map(({ event }) => event?.type)).toEqual([
    'platform.events.validatesubscription',
    'no.altinn.broker.filetransferinitialized',
  ])
})

test('behind MSW, a hook is reached by the address that MSW answers', async () => {
  const { origin, client, simulator } = await hosted('msw', { outbound: 'all' })
  await subscribed(client, { endPoint: `${origin}/_standin/hooks/mine` })
  await simulator.advance({ by: 1_000 })

  expect(simulator.hooks.show('mine').received).toBe(1)
})

test('other control rows are not called', async ({ here }) => {
  await subscribed(here.client, { endPoint: 'http://127.0.0.1:9/_standin/hooks/mine/../../reset' })
  await here.simulator.advance({ by: 1_000 })

  expect(here.simulator.deliveries.list().deliveries).toMatchObject([{ attempts: [{ why: 'control rows are not called' }] }])
})
