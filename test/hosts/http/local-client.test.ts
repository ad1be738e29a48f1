/** Which requests over HTTP count as coming from this machine, and which web pages may turn knobs. */
import { request } from 'node:http'
import express from 'express'
import { expect, onTestFinished } from 'vitest'
import type { Settings } from '../../../src/control/create-simulator.ts'
import { frontDoor } from '../../../src/control/front-door.ts'
import { standinRouter } from '../../../src/express.ts'
import { startServer } from '../../../src/hosts/http/server.ts'
import { otherServer } from '../../support/listen.ts'
import { rule } from '../../support/rule.ts'
import { standin } from '../../support/standin.ts'

async function listening(options: Partial<Settings> = {}, trustProxy = false) {
  const here = standin(options)
  const { url, close } = await startServer({ carrier: frontDoor(here.simulator), port: 0, host: '127.0.0.1', grace: 100, trustProxy })
  onTestFinished(close)
  return { ...here, url }
}

/** Fetch sets Host and Origin itself, so this does not use it. */
function statusOf(url: string, headers: Record<string, string> = {}, path = '/_standin/reset'): Promise<number> {
  return new Promise((resolve, reject) => {
    const sent = request(url + path, { method: 'POST', headers }, (reply) => {
      reply.resume()
      resolve(reply.statusCode ?? 0)
    })
    sent.on('error', reject).end()
  })
}

rule('decisions §2', 'a control row answers a page of the own origin, and refuses pages of other origins', async () => {
  const { url, simulator } = await listening()
  const { port } = new URL(url)
  const reset = (origin: string) => statusOf(url, { origin })
  const world = simulator.world

  for (const origin of [
    'http://evil.example',
    'null',
    `https://127.0.0.1:${port}`,
    `http://127.0.0.1`,
    `http://localhost:${port}`,
    '',
    '*',
    `${url}, ${url}`,
  ])
    expect(await reset(origin), origin).toBe(403)
  expect(simulator.world).toBe(world)
  expect(await reset(url)).toBe(204)
  expect(await statusOf(url, { host: `localhost:${port}`, origin: `http://localhost:${port}` })).toBe(204)
  expect(await statusOf(url)).toBe(204)
})

rule('decisions §2', 'a refusal of a page names the origins that may call', async () => {
  const { url } = await listening({ publicUrl: 'https://standin.test/service', cors: ['http://localhost:3000', '*'] })
  const reply = await fetch(`${url}/_standin/health`, { headers: { origin: 'http://evil.example' } })

  expect([reply.status, await reply.json()]).toEqual([
    403,
    expect.objectContaining({
      detail: expect.stringContaining('http://evil.example'),
      choices: [url, 'https://standin.test', 'http://localhost:3000'],
    }),
  ])
})

rule('decisions §2', 'a page that is allowed by name may call, and a star opens no control row', async () => {
  const { url } = await listening({ cors: ['http://localhost:3000', '*', 'null'] })

  expect(await statusOf(url, { origin: 'http://localhost:3000' })).toBe(204)
  for (const origin of ['http://localhost:3001', 'http://evil.example', '*', 'null'])
    expect(await statusOf(url, { origin }), origin).toBe(403)
})

rule('decisions §2', 'an admin token does not open control rows to foreign pages', async () => {
  const { url } = await listening({ adminToken: 'secret' })
  const authorization = 'Bearer secret'

  expect(await statusOf(url, { authorization, origin: 'http://evil.example' })).toBe(403)
  expect(await statusOf(url, { authorization, host: 'standin.test', origin: 'http://standin.test' })).toBe(204)
  expect(await statusOf(url, { host: 'standin.test', origin: 'http://standin.test' })).toBe(401)
})

rule('decisions §2', 'a page whose host name was pointed at this machine is refused', async () => {
  const { url } = await listening()
  const { port } = new URL(url)

  for (const host of [
    `evil.example:${port}`,
    'evil.example',
    'localhost.evil.example',
    '127.0.0.1.evil.example',
    '0.0.0.0',
    `127.0.0.1:${port}x`,
  ]) {
    expect(await statusOf(url, { host }), host).toBeGreaterThanOrEqual(400)
    expect(await statusOf(url, { host, origin: `http://${host}` }), host).toBeGreaterThanOrEqual(400)
  }
})

rule('decisions §2', 'the service answers pages of every origin, and callers behind a proxy', async () => {
  const { url } = await listening()
  const asked = (headers: Record<string, string>) => statusOf(url, headers, '/future/orders')

  expect(await asked({ origin: 'http://evil.example' })).toBe(401)
  expect(await asked({ 'x-forwarded-for': '10.0.0.7' })).toBe(401)
})

const proxied: readonly Readonly<Record<string, string>>[] = [
  { 'x-forwarded-for': '127.0.0.1' },
  { 'x-forwarded-for': '10.0.0.7' },
  { 'x-forwarded-for': '' },
  { 'x-forwarded-proto': 'http' },
  { 'x-forwarded-host': 'localhost' },
  { 'x-forwarded-port': '80' },
  { forwarded: 'for=127.0.0.1' },
  { forwarded: '' },
]

rule('decisions §2', 'a call that a proxy forwarded is not of this machine', async () => {
  const { url } = await listening()

  for (const headers of proxied) expect(await statusOf(url, headers), JSON.stringify(headers)).toBe(403)
})

rule('decisions §2', 'behind a proxy that is trusted, the forwarded address and host decide', async () => {
  const { url } = await listening({}, true)
  const near: Record<string, string>[] = [
    { 'x-forwarded-for': '127.0.0.1' },
    { 'x-forwarded-for': '::1, 127.0.0.2', 'x-forwarded-proto': 'https' },
    { 'x-forwarded-host': 'localhost:8080' },
    { forwarded: 'for=127.0.0.1;proto=http;host="localhost:8080"' },
    { forwarded: 'For="[::1]:4711", for=127.0.0.1:80' },
  ]
  const far: Record<string, string>[] = [
    { 'x-forwarded-for': '10.0.0.7' },
    { 'x-forwarded-for': '127.0.0.1, 10.0.0.7' },
    { 'x-forwarded-for': '10.0.0.7, 127.0.0.1' },
    { 'x-forwarded-host': 'evil.example' },
    { forwarded: 'for=10.0.0.7' },
    { forwarded: 'for=unknown' },
    { forwarded: 'for=127.0.0.1, for="[2001:db8::1]:80"' },
    { forwarded: 'for=127.0.0.1;host=evil.example' },
    { forwarded: 'for=127.0.0.1', 'x-forwarded-for': '10.0.0.7' },
    { host: 'evil.example', 'x-forwarded-for': '127.0.0.1', 'x-forwarded-host': 'localhost' },
  ]

  for (const headers of near) expect(await statusOf(url, headers), JSON.stringify(headers)).toBe(204)
  for (const headers of far) expect(await statusOf(url, headers), JSON.stringify(headers)).toBe(403)
})

rule('decisions §2', 'behind a proxy that is trusted, the own origin is the one that clients see', async () => {
  const { url } = await listening({ adminToken: 'secret' }, true)
  const headers = { authorization: 'Bearer secret', 'x-forwarded-proto': 'https', 'x-forwarded-host': 'standin.test' }

  expect(await statusOf(url, { ...headers, origin: 'https://standin.test' })).toBe(204)
  expect(await statusOf(url, { ...headers, origin: url })).toBe(403)
})

rule('decisions §2', 'mounted in an app that trusts no proxy, a forwarded call is not of this machine', async ({ simulator }) => {
  const url = `${await otherServer(express().use('/service', standinRouter(simulator)))}/service`

  for (const headers of proxied) expect(await statusOf(url, headers), JSON.stringify(headers)).toBe(403)
  expect(await statusOf(url, { origin: new URL(url).origin })).toBe(204)
})
