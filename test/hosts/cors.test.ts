/** Web pages of other origins, which browsers let call only a server that says so. */
import express from 'express'
import { expect, onTestFinished, test } from 'vitest'
import type { Settings } from '../../src/control/create-simulator.ts'
import { standinRouter } from '../../src/express.ts'
import { startSimulator } from '../../src/index.ts'
import { rule } from '../support/rule.ts'

const app = 'http://localhost:5173'

async function open(options: Partial<Settings> = {}) {
  const running = await startSimulator({ port: 0, rateLimits: 'off', ...options })
  onTestFinished(running.close)
  return running
}

/** As a browser asks before a call that no form could make. */
const preflight = (url: string, origin: string, method = 'POST') =>
  fetch(url, {
    method: 'OPTIONS',
    headers: { origin, 'access-control-request-method': method, 'access-control-request-headers': 'authorization,content-type' },
  })

test('a page whose origin is named gets a preflight answered, and reads the reply with its headers', async () => {
  const { url, simulator } = await open({ cors: [app, 'http://localhost:6006'] })

  const asked = await preflight(`${url}/future/orders`, app)
  expect([asked.status, Object.fromEntries(asked.headers)]).toEqual([
    204,
    expect.objectContaining({
      'access-control-allow-origin': app,
      'access-control-allow-credentials': 'true',
      'access-control-allow-methods': expect.stringContaining('PATCH'),
      'access-control-allow-headers': 'authorization,content-type',
      vary: expect.stringContaining('Origin'),
    }),
  ])
  const order = await fetch(`${url}/future/orders`, { method: 'POST', headers: { origin: app } })
  expect([order.status, order.headers.get('access-control-allow-origin'), order.headers.get('vary')]).toEqual([401, app, 'Origin'])
  const exposed = order.headers.get('access-control-expose-headers')?.split(',')
  for (const name of ['Location', 'Retry-After', 'RateLimit', 'Content-Disposition', 'Upload-Offset', 'Tus-Resumable', 'X-Standin-Call'])
    expect(exposed).toContain(name)
  expect(simulator.journal.list().journal.map(({ method }) => method)).toEqual(['POST'])
})

test('a page of another origin gets no permission, and its preflight says how to give it', async () => {
  const { url } = await open({ cors: [app] })
  const asked = await preflight(`${url}/future/orders`, 'http://localhost:3000')

  expect([asked.status, asked.headers.get('access-control-allow-origin'), asked.headers.get('vary')]).toEqual([405, null, 'Origin'])
  expect(asked.headers.get('x-standin-note')).toContain('--cors http://localhost:3000')
})

test('without the setting no page may call, and the refusal of a preflight says how to allow it', async () => {
  const { url } = await open()
  const asked = await preflight(`${url}/future/orders`, app)

  expect([asked.status, asked.headers.get('vary'), asked.headers.get('x-standin-note')]).toEqual([
    405,
    null,
    `Web pages from ${app} may not call this server. Start it with --cors ${app}.`,
  ])
  const reply = await fetch(`${url}/future/orders`, { method: 'OPTIONS', headers: { origin: app } })
  expect(reply.headers.get('x-standin-note')).toBeNull()
})

rule('decisions §2', 'a star opens the service to every page, and no control row', async () => {
  const { url } = await open({ cors: ['*'] })
  const allowed = async (path: string, origin: string) => (await preflight(url + path, origin)).headers.get('access-control-allow-origin')

  expect(await allowed('/future/orders', app)).toBe(app)
  expect(await allowed('/worlds/mine/production/broker/api/v1/filetransfer', 'https://app.example')).toBe('https://app.example')
  for (const path of ['/_standin/clock', '/worlds/mine/_standin/clock']) {
    expect(await allowed(path, app)).toBeNull()
    expect((await fetch(url + path, { headers: { origin: app } })).status).toBe(403)
  }
})

rule('decisions §2', 'a page whose origin is named turns knobs, also from another site', async () => {
  const { url } = await open({ cors: [app, '*'] })
  const headers = { origin: app, 'sec-fetch-site': 'cross-site' }
  const reply = await fetch(`${url}/_standin/clock`, { headers })

  expect([reply.status, reply.headers.get('access-control-allow-origin')]).toEqual([200, app])
  expect((await fetch(`${url}/_standin/clock`, { headers: { 'sec-fetch-site': 'cross-site' } })).status).toBe(403)
})

test('OPTIONS of the service itself is answered by the service, also for a page', async () => {
  const { url } = await open({ cors: [app] })
  const reply = await fetch(`${url}/broker/api/v1/filetransfer/resumable`, { method: 'OPTIONS', headers: { origin: app } })
  const alone = await fetch(`${url}/broker/api/v1/filetransfer/resumable`, { method: 'OPTIONS' })

  expect([reply.status, reply.headers.get('access-control-allow-origin')]).toEqual([alone.status, app])
})

test('the router for an Express app has the same permissions', async () => {
  const router = standinRouter({ cors: [app] })
  const mine = express().use('/service', router)
  const server = mine.listen(0)
  onTestFinished(() => {
    server.close()
    router.simulator.close()
  })
  const address = server.address()
  const { port } = typeof address === 'object' && address ? address : { port: 0 }
  const asked = await preflight(`http://localhost:${port}/service/future/orders`, app)

  expect([asked.status, asked.headers.get('access-control-allow-origin')]).toEqual([204, app])
  expect((await preflight(`http://localhost:${port}/service/_standin/clock`, 'http://evil.example')).status).toBe(403)
})
