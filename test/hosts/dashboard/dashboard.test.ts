/** How the page of the dashboard and its files are served, without a browser. */
import { writeFileSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import express from 'express'
import { createHandlers } from '../../../mocks/handlers.ts'
import type { SimulatorOptions } from '../../../src/control/create-simulator.ts'
import { frontDoor } from '../../../src/control/front-door.ts'
import { withDashboard } from '../../../src/hosts/dashboard/dashboard.ts'
import { dashboardFiles } from '../../../src/hosts/dashboard/dashboard-files.ts'
import { expressHost } from '../../../src/hosts/express/host.ts'
import type { Call } from '../../../src/service/wire/call.ts'
import { folderWith } from '../../support/folder.ts'
import { otherServer } from '../../support/listen.ts'
import { expect, rule, test } from '../../support/rule.ts'
import { standin } from '../../support/standin.ts'

const html = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }
const script = 'console.log("a dashboard")'

/** A folder as the build leaves it. */
async function built(files: Readonly<Record<string, string>>): Promise<string> {
  const folder = folderWith()
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, `${name}.br`), brotliCompressSync(text))
    writeFileSync(join(folder, `${name}.gz`), gzipSync(text))
  }
  return folder
}

const files = { 'index.html': '<!doctype html><title>Standin</title>', 'assets/main-a1b2.js': script, 'assets/main-c3.css': 'p{}' }

async function open(options: Partial<SimulatorOptions> = {}, made: Readonly<Record<string, string>> = files) {
  const { simulator } = standin(options)
  const carrier = withDashboard(simulator, dashboardFiles(await built(made)), frontDoor(simulator))
  const origin = await otherServer(express().use('/mounted', expressHost(carrier)).use(expressHost(carrier)))
  const get = (path: string, headers: Record<string, string> = html, method = 'GET') =>
    fetch(`${origin}${path}`, { method, headers, redirect: 'manual' })
  return { simulator, carrier, get, origin }
}

rule('decisions §2', 'a browser that opens the address of the service is led to the dashboard', async () => {
  const { get, simulator } = await open()
  const ways = {
    '/': '/_standin/',
    '/?from=mail': '/_standin/',
    '/worlds/mine/': '/worlds/mine/_standin/',
    '/worlds/mine': '/worlds/mine/_standin/',
    '/worlds/mine/production': '/worlds/mine/production/_standin/',
    '/production/': '/production/_standin/',
    '/mounted': '/mounted/_standin/',
    '/mounted/worlds/mine/': '/mounted/worlds/mine/_standin/',
  }
  for (const [path, location] of Object.entries(ways)) {
    for (const method of ['GET', 'HEAD']) {
      const { status, headers } = await get(path, html, method)
      expect([path, status, headers.get('location'), headers.get('vary')]).toEqual([path, 302, location, 'Accept'])
    }
  }
  expect(simulator.journal.list().journal).toEqual([])
  expect(simulator.worlds().map(({ name }) => name)).toEqual(['default'])
})

rule('decisions §2', 'other clients find nothing at the address of the service, as before', async () => {
  const { get, simulator } = await open()

  for (const accept of ['*/*', 'application/json', 'text/html;q=0', 'text/*']) expect((await get('/', { accept })).status).toBe(404)
  expect((await get('/', html, 'POST')).status).toBe(404)
  expect((await get('/future/orders')).status).toBe(405)
  expect(simulator.journal.list().total).toBe(6)
})

test('with a public address, the way to the dashboard has its path', async () => {
  const { get } = await open({ publicUrl: 'https://test.example/standin' })

  expect((await get('/worlds/mine/')).headers.get('location')).toBe('/standin/worlds/mine/_standin/')
})

test('the dashboard needs the slash at the end of its address, because its files are relative to it', async () => {
  const { get } = await open()

  expect((await get('/worlds/mine/_standin', {})).headers.get('location')).toBe('/worlds/mine/_standin/')
  expect((await get('/mounted/_standin', {})).headers.get('location')).toBe('/mounted/_standin/')
})

test('the page lets the browser load nothing from elsewhere, and nobody frames it', async () => {
  const { get } = await open()
  const { status, headers } = await get('/_standin/')
  const policy = headers.get('content-security-policy') ?? ''

  expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
  expect(policy).toMatch(/^default-src 'none'; /)
  expect(policy).toContain("frame-ancestors 'none'")
  expect(policy).not.toMatch(/unsafe|\*|https?:/)
  expect(headers.get('x-content-type-options')).toBe('nosniff')
  expect(headers.get('referrer-policy')).toBe('no-referrer')
  expect(headers.get('set-cookie')).toBeNull()
})

test('a browser asks for the page each time, and keeps its files', async () => {
  const { get } = await open()
  const page = await get('/_standin/')
  const known = { 'if-none-match': page.headers.get('etag') ?? '' }
  const again = await get('/worlds/mine/_standin/', known)
  const file = await get('/_standin/assets/main-a1b2.js')

  expect(page.headers.get('cache-control')).toBe('no-cache')
  expect([again.status, await again.text()]).toEqual([304, ''])
  expect((await get('/_standin/', { 'if-none-match': '"another"' })).status).toBe(200)
  expect(file.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
  expect((await get('/_standin/', html, 'HEAD')).headers.get('etag')).toBe(known['if-none-match'])
})

test('files go out as the build compressed them, and whole to clients that know no compression', async () => {
  const { get } = await open()
  for (const [accepted, encoding] of [
    ['gzip, deflate, br', 'br'],
    ['gzip', 'gzip'],
    ['br;q=0, gzip;q=0.5', 'gzip'],
    ['identity', null],
  ] as const) {
    for (const [path, text] of [
      ['/_standin/assets/main-a1b2.js', script],
      ['/_standin/', files['index.html']],
    ] as const) {
      const reply = await get(path, { 'accept-encoding': accepted })
      expect([reply.headers.get('content-encoding'), reply.headers.get('vary')]).toEqual([encoding, 'Accept-Encoding'])
      expect(await reply.text()).toBe(text)
    }
  }
})

test.each([
  '/_standin/assets/main.js',
  '/_standin/assets/main-a1b2.js.br',
  '/_standin/assets/',
  '/_standin/assets/../index.html.br',
  '/_standin/assets/%2e%2e/index.html',
  '/_standin/assets/..%2f..%2f..%2fetc%2fpasswd',
  '/_standin/assets/..\\..\\package.json',
  '/_standin/assets//etc/passwd',
  '/_standin/index.html',
])('%s is no file of the dashboard', async (path) => {
  const { carrier } = await open()
  const { answer } = await carrier(farCall(path, {}))

  expect([403, 404]).toContain(answer.status)
  expect(answer.headers['cache-control'] ?? 'no-store').toBe('no-store')
})

const farCall = (url: string, headers: Call['headers']): Call => ({
  method: 'GET',
  url,
  headers,
  signal: new AbortController().signal,
  isLocal: () => false,
})

rule('decisions §2', 'page and files are public, control rows are not', async () => {
  const { carrier, get } = await open({ adminToken: 'open-sesame' })
  const foreign = { origin: 'https://elsewhere.example', 'sec-fetch-site': 'cross-site' }
  const statusOf = async (path: string) => (await carrier(farCall(path, foreign))).answer.status

  expect([await statusOf('/_standin/'), await statusOf('/_standin/assets/main-c3.css'), await statusOf('/_standin/health')]).toEqual([
    200, 200, 403,
  ])
  expect((await get('/_standin/', { 'x-forwarded-for': '10.0.0.1' })).status).toBe(200)
  expect((await get('/_standin/health', { 'x-forwarded-for': '10.0.0.1' })).status).toBe(401)
})

test('under the names of the live services there is no dashboard', async () => {
  const { carrier } = await open()
  const answerOf = async (path: string) => (await carrier({ ...farCall(path, html), base: 'https://platform.tt02.altinn.no' })).answer

  expect((await answerOf('/')).status).toBe(404)
  expect((await answerOf('/_standin/')).status).toBe(403)
})

test('where the dashboard is not built, its address says how to get it', async () => {
  const { get } = await open({}, {})
  const reply = await get('/_standin/')

  expect(reply.status).toBe(404)
  expect(await reply.text()).toContain('npm run build:dashboard')
})

test('a build that takes the place of another is served without a new start', async () => {
  const folder = await built({ 'index.html': 'one', 'assets/one-1.js': '1' })
  const { find } = dashboardFiles(folder)
  const before = await find('index.html', [])
  writeFileSync(join(folder, 'index.html.br'), brotliCompressSync('two'))
  writeFileSync(join(folder, 'assets/two-2.js.gz'), gzipSync('2'))
  const after = await find('index.html', ['br'])

  expect(before?.hash).not.toBe(after?.hash)
  expect(await find('assets/two-2.js', ['br', 'gzip'])).toMatchObject({ encoding: 'gzip' })
})

test('MSW leaves the first page to the app of the user', async ({ simulator }) => {
  const [handler] = createHandlers(simulator, { origin: 'https://app.test' })
  const takes = async (path: string) =>
    (await handler?.run({ request: new Request(`https://app.test${path}`, { headers: html }), requestId: '1' })) !== null

  expect([await takes('/'), await takes('/_standin/health')]).toEqual([false, true])
})
