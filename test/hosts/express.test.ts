/** What an Express app and its other middleware make of a mounted simulator. */

import { once } from 'node:events'
import { createServer, request } from 'node:http'
import { join } from 'node:path'
import express from 'express'
import { expect, onTestFinished, vi } from 'vitest'
import { standinRouter } from '../../src/express.ts'
import { orders } from '../../src/service/areas/notifications/records.ts'
import { folderWith } from '../support/folder.ts'
import { otherServer } from '../support/listen.ts'
import { orderTo, toEmail, ttd } from '../support/orders.ts'
import { test } from '../support/rule.ts'
import { standin } from '../support/standin.ts'

const json = { 'content-type': 'application/json' }

async function ordering({ simulator }: ReturnType<typeof standin>) {
  const { token } = await simulator.token(ttd)
  return { method: 'POST', headers: { ...json, authorization: `Bearer ${token}` }, body: JSON.stringify(orderTo(toEmail())) }
}

test('addresses in replies begin with the mount path, as it was written in the call, and keep world and environment', async ({ here }) => {
  const url = await otherServer(express().use('/:team/service', standinRouter(here.simulator)))
  const base = `${url}/Blue/Service/worlds/mine/production`

  const { status, headers } = await fetch(`${base}/future/orders`, await ordering(here))
  const { servers } = (await (await fetch(`${base}/_standin/openapi.json`)).json()) as { servers: unknown }

  expect([status, headers.get('location')]).toEqual([
    201,
    expect.stringMatching(new RegExp(`^${base}/notifications/api/v1/orders/chain/[0-9a-f-]{36}$`)),
  ])
  expect(servers).toEqual([{ url: base }])
})

test('a public address takes the place of the mount path', async () => {
  const here = standin({ publicUrl: 'https://public.test/service' })
  const url = await otherServer(express().use('/service', standinRouter(here.simulator)))

  const { headers } = await fetch(`${url}/service/worlds/mine/future/orders`, await ordering(here))

  expect(headers.get('location')).toMatch(/^https:\/\/public\.test\/service\/worlds\/mine\/notifications\//)
})

test.for([
  [true, 'https://app.example'],
  [false, 'http://127.0.0.1'],
])('with trust proxy %s, addresses begin with %s', async ([trusts, origin], { here }) => {
  const url = await otherServer(express().set('trust proxy', trusts).use('/service', standinRouter(here.simulator)))
  const { headers, ...order } = await ordering(here)

  const reply = await fetch(`${url}/service/future/orders`, {
    ...order,
    headers: { ...headers, 'x-forwarded-proto': 'https', 'x-forwarded-host': 'app.example' },
  })

  expect(reply.headers.get('location')).toMatch(new RegExp(`^${origin}(:\\d+)?/service/notifications/`))
})

test('control rows refuse a client that a trusted proxy names as one of another machine', async ({ simulator }) => {
  const url = await otherServer(express().set('trust proxy', true).use('/service', standinRouter(simulator)))
  const health = async (client: string) =>
    (await fetch(`${url}/service/_standin/health`, { headers: { 'x-forwarded-for': client } })).status

  expect(await Promise.all(['127.0.0.1', '10.0.0.7', '127.0.0.1, 10.0.0.7'].map(health))).toEqual([200, 403, 403])
})

test('routes of the app answer beside the service, and the service answers unknown paths under its own', async ({ simulator }) => {
  const app = express()
    .use('/service', standinRouter(simulator))
    .get('/mine', (_, res) => void res.send('mine'))
  const url = await otherServer(app)

  const [mine, unknown, bare] = await Promise.all(['/mine', '/service/mine', '/service'].map((path) => fetch(url + path)))

  expect([mine?.status, await mine?.text()]).toEqual([200, 'mine'])
  expect([unknown?.status, unknown?.headers.get('content-type')]).toEqual([404, 'application/problem+json; charset=utf-8'])
  expect(bare?.status).toBe(404)
  expect(simulator.world.journal.calls.list().map(({ path }) => path)).toEqual(['/mine', '/'])
})

test('a body that a parser has read is refused with what to do, and a call without a body is answered', async ({ here }) => {
  const url = await otherServer(express().use(express.json()).use('/service', standinRouter(here.simulator)))

  const refused = await fetch(`${url}/service/future/orders`, await ordering(here))
  const answered = await fetch(`${url}/service/_standin/health`)

  expect([refused.status, refused.headers.get('x-standin-misuse'), await refused.json()]).toEqual([
    500,
    'true',
    {
      type: 'about:blank',
      title: 'Internal Server Error',
      status: 500,
      detail:
        "Another middleware, such as express.json(), read this request's body before Standin did. Mount the Standin router before it.",
    },
  ])
  expect(answered.status).toBe(200)
  expect(here.simulator.world.environments.test.of(orders).size).toBe(0)
})

test('a body that a parser leaves alone is read whole', async ({ here }) => {
  const { headers, ...order } = await ordering(here)
  const url = await otherServer(
    express()
      .use(express.json({ type: 'text/x-mine' }), express.text())
      .use('/service', standinRouter(here.simulator)),
  )

  expect((await fetch(`${url}/service/future/orders`, { ...order, headers })).status).toBe(201)
})

test('a test whose timers stand still gets its answers', async ({ here }) => {
  const order = await ordering(here)
  const url = await otherServer(express().use('/service', standinRouter(here.simulator)))
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())

  expect((await fetch(`${url}/service/future/orders`, order)).status).toBe(201)
})

test('a router makes a simulator of its own from options', async () => {
  const router = standinRouter({ clock: 'frozen', now: Date.parse('2026-06-01T10:00:00Z') })
  onTestFinished(() => router.simulator.close())
  const url = await otherServer(express().use('/service', router))

  const clock = await (await fetch(`${url}/service/_standin/clock`)).json()

  expect(clock).toMatchObject({ now: '2026-06-01T10:00:00Z', mode: 'frozen' })
})

test('a reset breaks off a connection that cannot be reset', async ({ simulator }) => {
  await simulator.scenarios.use('order-lost-reply')
  const socketPath = join(folderWith(), 'app')
  const server = createServer(express().use('/service', standinRouter(simulator))).listen(socketPath)
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  const { token } = await simulator.token(ttd)
  const call = request({
    socketPath,
    method: 'POST',
    path: '/service/future/orders',
    headers: { ...json, authorization: `Bearer ${token}` },
  })
  call.end(JSON.stringify(orderTo(toEmail())))

  const [error] = await once(call, 'error')

  expect(error).toMatchObject({ code: 'ECONNRESET' })
  expect(simulator.world.environments.test.of(orders).size).toBe(1)
})
