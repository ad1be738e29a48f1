/** Webhook deliveries and their attempts, over HTTP. */
import { initialized } from '../../support/file-transfers.ts'
import { expect, rule, test } from '../../support/rule.ts'
import { endpoint, listening, owner, subscribed } from '../../support/subscribers.ts'

const held = 'https://hooks.example.org/x'
const isValidation = (event: { type: string }) => event.type === 'platform.events.validatesubscription'

rule('decisions §12', 'a delivery is shown with every attempt', async ({ here }) => {
  const { id, url, all } = await listening(here, {}, (response, { event }, nth) =>
    response.writeHead(isValidation(event) || nth > 2 ? 200 : 500).end(),
  )
  await initialized(here.client)
  await here.simulator.advance({ by: 1_000 })
  const waiting = await here.ask('control.listDeliveries', { query: { status: 'waiting' } })
  await here.simulator.advance({ by: 10_000 })
  const { body } = await here.ask('control.listDeliveries', { query: { subscription: String(id) } })

  const facts = { environment: 'test', subscription: id, consumer: '/org/ttd', endPoint: url, id: expect.any(String) }
  const failed = { at: '2026-06-01T10:00:02Z', endPoint: url, status: 500, why: 'the endpoint returned 500', resent: false }
  expect(waiting.body).toMatchObject({ total: 1, deliveries: [{ status: 'waiting', next: '2026-06-01T10:00:12Z', attempts: [failed] }] })
  expect(body).toEqual({
    deliveries: [
      {
        ...facts,
        kind: 'validation',
        status: 'delivered',
        causedBy: '1',
        made: '2026-06-01T10:00:00Z',
        next: null,
        event: all[0]?.event,
        attempts: [{ at: '2026-06-01T10:00:01Z', endPoint: url, status: 200, why: null, resent: false }],
      },
      {
        ...facts,
        kind: 'event',
        status: 'delivered',
        causedBy: '2.0',
        made: '2026-06-01T10:00:02Z',
        next: null,
        event: all[1]?.event,
        attempts: [failed, { at: '2026-06-01T10:00:12Z', endPoint: url, status: 200, why: null, resent: false }],
      },
    ],
    total: 2,
    next: null,
  })
})

rule('decisions §15', 'a held delivery can be sent to another address', async ({ here }) => {
  const { url, all } = await endpoint()
  await subscribed(here.client, { endPoint: held })
  await here.simulator.advance({ by: 1_000 })
  await initialized(here.client)
  await here.simulator.advance({ by: 1_000 })
  const [, delivery] = (await here.ask('control.listDeliveries', { query: { status: 'held' } })).body.deliveries
  const params = { id: delivery.id }
  const again = await here.ask('control.resendDelivery', { params })
  const resent = await here.ask('control.resendDelivery', { params, body: { endPoint: url } })

  expect([again.status, again.body.detail]).toEqual([
    409,
    'Only calls to this machine are allowed (--outbound loopback), but the host is hooks.example.org. Use a different endPoint, or start with --outbound all.',
  ])
  expect(all.map(({ event }) => event)).toEqual([delivery.event])
  expect(resent.body).toMatchObject({
    status: 'delivered',
    endPoint: held,
    attempts: [{ status: null }, { endPoint: url, status: 200, resent: true }],
  })
})

rule('decisions §12', 'a delivered event can be sent again, and stays delivered when that fails', async ({ here }) => {
  const { all } = await listening(here, {}, (response, _, nth) => response.writeHead(nth === 4 ? 500 : 200).end())
  await initialized(here.client)
  await here.simulator.advance({ by: 1_000 })
  const id = (await here.ask('control.listDeliveries')).body.deliveries[1].id
  const first = await here.ask('control.resendDelivery', { params: { id } })
  const second = await here.ask('control.resendDelivery', { params: { id } })

  expect([first.body.status, second.body.status, second.body.attempts.map(({ status }: { status: number }) => status)]).toEqual([
    'delivered',
    'delivered',
    [200, 200, 500],
  ])
  expect(new Set(all.slice(1).map(({ body }) => body)).size).toBe(1)
})

rule('decisions §12', 'a delivery that was resent in time is not sent again', async ({ here }) => {
  const { all } = await listening(here, {}, (response, { event }, nth) =>
    response.writeHead(isValidation(event) || nth > 2 ? 200 : 500).end(),
  )
  await initialized(here.client)
  await here.simulator.advance({ by: 1_000 })
  const [delivery] = (await here.ask('control.listDeliveries', { query: { status: 'waiting' } })).body.deliveries
  await here.ask('control.resendDelivery', { params: { id: delivery.id } })
  await here.simulator.advance({ by: 3 * 86_400_000 })

  expect(all).toHaveLength(3)
})

rule('decisions §12, events §4.4', 'a failed validation can be sent again, and counts', async ({ here }) => {
  const { id } = await listening(here, {}, (response, _, nth) => response.writeHead(nth > 9 ? 200 : 500).end())
  await here.simulator.advance({ by: 3_600_000 })
  const [delivery] = (await here.ask('control.listDeliveries', { query: { status: 'failed' } })).body.deliveries
  const resent = await here.ask('control.resendDelivery', { params: { id: delivery.id } })
  const { body } = await here.client.call('events.getSubscription', { as: owner, params: { id: String(id) } })

  expect([delivery.attempts.length, resent.body.status, body.validated]).toEqual([9, 'delivered', true])
})

rule('decisions §12', 'mistakes in events and deliveries are named', async ({ ask }) => {
  expect(await ask('control.resendDelivery', { params: { id: 'x' } })).toMatchObject({
    status: 404,
    body: { detail: 'Delivery not found: "x".' },
  })
  expect((await ask('control.listDeliveries', { query: { status: 'lost' } })).body.choices).toEqual([
    'waiting',
    'delivered',
    'failed',
    'held',
    'dropped',
  ])
  expect((await ask('control.listDeliveries', { query: { subscription: 'x' } })).status).toBe(400)
  expect((await ask('control.resendDelivery', { params: { id: 'x' }, body: { to: 'x' } })).body.choices).toEqual(['endPoint'])
})

rule('decisions §12', 'a delivery that waits for its next attempt can be broken off', async ({ here }) => {
  const { url, events } = await endpoint((response, { event }) => {
    response.statusCode = event.type === 'platform.events.validatesubscription' ? 200 : 500
    response.end()
  })
  await subscribed(here.client, { endPoint: url })
  await here.simulator.advance({ by: 1_000 })
  await initialized(here.client)
  await here.simulator.advance({ by: 2_000 })
  const delivery = (await here.ask('control.listDeliveries', { query: { status: 'waiting' } })).body.deliveries[0]
  const broken = await here.ask('control.breakOffDelivery', { params: { id: delivery.id } })
  await here.simulator.advance({ by: 'P2D' })
  const again = await here.ask('control.breakOffDelivery', { params: { id: delivery.id } })

  expect(broken).toMatchObject({ status: 200, body: { status: 'failed', next: null } })
  expect(broken.body.attempts.at(-1)).toMatchObject({ status: null, why: 'a tester cancelled the delivery', resent: false })
  expect(events()).toHaveLength(1)
  expect(again).toMatchObject({ status: 409, body: { detail: 'The delivery is failed. Only a waiting delivery can be cancelled.' } })
  expect((await here.ask('control.breakOffDelivery', { params: { id: 'none' } })).status).toBe(404)
})

test('a call to an endpoint that is under way is broken off', async ({ here }) => {
  let closed = 0
  const silent = await endpoint((response, { event }) => {
    if (event.type === 'platform.events.validatesubscription') response.end()
    else response.on('close', () => closed++)
  })
  await subscribed(here.client, { endPoint: silent.url })
  await here.simulator.advance({ by: 1_000 })
  await initialized(here.client)
  const advancing = here.simulator.advance({ by: 2_000 })
  await expect.poll(() => silent.events().length).toBe(1)
  const delivery = (await here.ask('control.listDeliveries', { query: { status: 'waiting' } })).body.deliveries[0]
  await here.ask('control.breakOffDelivery', { params: { id: delivery.id } })
  await advancing

  await expect.poll(() => closed).toBe(1)
  expect((await here.ask('control.listDeliveries', { query: { status: 'failed' } })).body.total).toBe(1)
})
