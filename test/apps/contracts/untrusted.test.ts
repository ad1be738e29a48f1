/** A real implementation is untrusted, and so is a pact of others: no order leaves for strangers, and nothing that a service replies takes all memory or time. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { expect, onTestFinished, test } from 'vitest'
import { catchWebhooks } from '../../../src/apps/contracts/environment/webhooks.ts'
import type { Verification } from '../../../src/apps/contracts/verifying/verify.ts'
import { freePort } from '../../../src/persistence/stored-worlds.ts'
import type { Client } from '../../../src/service/areas/client.ts'
import { command, run } from '../../support/command-line.ts'
import { environmentOf, servedStates, type Written } from '../../support/environment.ts'
import { otherServer } from '../../support/listen.ts'
import { pact, pactsIn } from '../../support/pacts.ts'

interface Seen {
  readonly method: string | undefined
  readonly url: string | undefined
}

/** All areas on one server, as the live services are, which answers every call. */
async function everything(): Promise<{ readonly url: string; readonly seen: Seen[] }> {
  const seen: Seen[] = []
  const url = await otherServer(({ method, url: path }, response) => {
    seen.push({ method, url: path })
    response.end()
  })
  return { url, seen }
}

const at = (url: string) => (document: Written) => ({
  ...document,
  addresses: {
    ...Object(document.addresses),
    notifications: { url: `${url}/notifications/api/v1` },
    fileTransfer: { url: `${url}/broker/api/v1` },
    events: { url: `${url}/events/api/v1` },
  },
})

const serve = async (change: (document: Written) => object, ...more: string[]) => (await servedStates(change, ...more)).url

const order = (address = 'stranger@example.com') => JSON.stringify({ recipient: { recipientEmail: { emailAddress: address } } })
const json = 'Content-Type: application/json'
const orders = '/notifications/api/v1/future/orders'

/** Sends bytes as they are, and returns the reply. */
async function raw(base: string, target: string, body: string | Buffer, { method = 'POST', headers = [json] } = {}): Promise<string> {
  const { hostname, port } = new URL(base)
  const socket = connect(Number(port), hostname)
  const bytes = Buffer.from(body)
  const head = [`${method} ${target} HTTP/1.1`, 'Host: here', 'Connection: close', ...headers]
  const length = headers.some((each) => /^(?:transfer-encoding|content-length)/i.test(each)) ? [] : [`Content-Length: ${bytes.length}`]
  socket.write(Buffer.concat([Buffer.from([...head, ...length, '', ''].join('\r\n')), bytes]))
  let reply = ''
  for await (const chunk of socket) reply += String(chunk)
  return reply
}

const chunked = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n0\r\n\r\n`

type Way = readonly [name: string, target: string, body: string | Buffer, options?: { method?: string; headers?: string[] }]
const ways: readonly Way[] = [
  ['no content type', orders, order(), { headers: [] }],
  ['text/plain', orders, order(), { headers: ['Content-Type: text/plain'] }],
  ['another charset', orders, order(), { headers: ['Content-Type: application/json; charset=utf-7'] }],
  ['two charsets', orders, order(), { headers: ['Content-Type: application/json; charset=utf-8; charset="utf-16"'] }],
  ['two content types', orders, Buffer.from(order(), 'utf16le'), { headers: [json, 'Content-Type: application/json; charset=utf-16'] }],
  ['a byte order mark', orders, `\uFEFF${order()}`],
  ['UTF-16', orders, Buffer.from(order(), 'utf16le'), { headers: ['Content-Type: application/json; charset=utf-16'] }],
  ['bytes that are not UTF-8', orders, Buffer.concat([Buffer.from('{"a":"\xff",', 'latin1'), Buffer.from(order().slice(1))])],
  ['gzip', orders, gzipSync(order()), { headers: [json, 'Content-Encoding: gzip'] }],
  ['a trailing comma', orders, `${order().slice(0, -1)},}`],
  ['a comment', orders, `${order()}/* */`],
  ['a second value', orders, `{}${order()}`],
  ['a value behind it', orders, `${order()}{}`],
  ['a form', orders, `--b\r\n\r\n${order()}\r\n--b--`, { headers: ['Content-Type: multipart/form-data; boundary=b'] }],
  ['a member that occurs twice', orders, `{"recipient":{"emailAddress":"stranger@example.com","emailAddress":"test@example.net"}}`],
  ['a member that occurs twice in other letters', orders, `{"RECIPIENT":{"EMAILADDRESS":"stranger@example.com","emailAddress":""}}`],
  ['an escaped name', orders, `{"recipient":{"email\\u0041ddress":"stranger@example.com"}}`],
  ['a number with blanks', orders, `{"recipient":{"phoneNumber":"+47 99 99 99 90"}}`],
  ['a number that is none in JSON', orders, `{"recipient":{"phoneNumber":4799999990}}`],
  [
    'digits of another script',
    orders,
    `{"recipient":{"nationalIdentityNumber":"\u0661\u0661\u0661\u0661\u0661\u0661\u0661\u0661\u0661\u0661\u0661"}}`,
  ],
  ['a list', orders, `{"recipients":[{"emailAddress":["stranger@example.com"]}]}`],
  ['deep nesting', orders, `${'['.repeat(5000)}${order()}${']'.repeat(5000)}`],
  ['composed email', '/notifications/api/v1/future/orders/composed-email', order()],
  ['an older route', '/orders/sms', '{"recipients":[{"mobileNumber":"+4799999990"}]}', { headers: ['Content-Type: text/plain'] }],
  ['another letter case', '/NOTIFICATIONS/API/V1/Future/Orders', order()],
  ['letters that are encoded', '/%6eotifications/api/v1/future/orders', order()],
  ['dots', '/broker/api/v1/../../../notifications/api/v1/future/orders', order()],
  ['encoded dots', '/broker/api/v1/%2e%2e/%2E./.%2e/notifications/api/v1/future/orders', order()],
  ['encoded slashes', '/broker/api/v1/..%2f..%2f..%2fnotifications/api/v1/future/orders', order()],
  ['dots that are encoded twice', '/broker/api/v1/%252e%252e/%252e%252e/%252e%252e/notifications/api/v1/future/orders', order()],
  ['backslashes', '/broker/api/v1/..\\..\\..\\notifications/api/v1/future/orders', order()],
  ['parameters of segments', '/broker/api/v1/..;/..;/..;/notifications/api/v1/future/orders', order()],
  ['overlong dots', '/broker/api/v1/%c0%ae%c0%ae/%c0%ae%c0%ae/%c0%ae%c0%ae/notifications/api/v1/future/orders', order()],
  ['two slashes', '//notifications//api/v1/future/orders', order()],
  ['a whole address', 'http://here/notifications/api/v1/future/orders', order()],
  ['a whole address with dots', 'http://here/events/api/v1/../../../notifications/api/v1/future/orders', order()],
  ['another method', orders, order(), { method: 'PUT' }],
  ['a method by header', orders, order(), { method: 'GET', headers: [json, 'X-HTTP-Method-Override: POST'] }],
  ['a chunked body', orders, chunked(order()), { headers: [json, 'Transfer-Encoding: chunked'] }],
]

test('an order to strangers leaves this machine in no form, and by no path', { timeout: 120_000 }, async () => {
  const { url, seen } = await everything()
  const base = await serve(at(url))
  const replies: [string, string][] = []
  for (const [name, target, body, options] of ways) {
    const reply = await raw(base, target, body, options)
    replies.push([name, / 409 /.test(reply) ? 'refused' : reply.slice(0, 100)])
  }

  expect(replies).toEqual(ways.map(([name]) => [name, 'refused']))
  expect(seen).toEqual([])
})

test('what no message can reach, and orders to those whom the file names, go there', { timeout: 60_000 }, async () => {
  const { url, seen } = await everything()
  const base = await serve(at(url))
  const known = order('someone@example.org')
  const replies = [
    await raw(base, orders, known),
    await raw(base, orders, known, { headers: [] }),
    await raw(base, orders, known, { headers: ['Content-Type: application/merge-patch+json; charset="UTF-8"'] }),
    await raw(base, '/events/api/v1/../../../notifications/api/v1/future/orders', known),
    await raw(base, orders, order('someone')),
    await raw(base, orders, '', { headers: ['Content-Type: text/plain'] }),
    await raw(base, '/broker/api/v1/filetransfer', order(), { headers: ['Content-Type: text/plain'] }),
  ]

  expect(replies).toEqual(replies.map(() => expect.stringMatching(/^HTTP\/1.1 200 /)))
  expect(seen.map((one) => one.url)).toEqual([...Array.from({ length: 6 }, () => orders), '/broker/api/v1/filetransfer'])
})

test('areas that share one address keep the guard where notifications has its paths', { timeout: 60_000 }, async () => {
  const { url, seen } = await everything()
  const share = (notifications: string | undefined, fileTransfer: string) =>
    serve((document) => ({
      ...document,
      addresses: {
        ...Object(document.addresses),
        // Another name of the same server.
        ...(notifications !== undefined && { notifications: { url: url.replace('127.0.0.1', 'localhost') + notifications } }),
        fileTransfer: { url: url + fileTransfer },
      },
    }))
  const [bare, inner, renamed] = [await share('', ''), await share('/notifications/api/v1', ''), await share('/varsling', '')]
  const replies = [
    await raw(bare, '/broker/api/v1/future/orders', order()),
    await raw(bare, '/broker/api/v1/FUTURE%2forders', order()),
    await raw(bare, '/broker/api/v1.example.com/x', order()),
    await raw(bare, '/broker/api/v1@127.0.0.1:1/x', order()),
    await raw(inner, '/broker/api/v1/notifications/api/v1/future/orders', order()),
    await raw(inner, '/broker/api/v1//notifications//api/v1/orders/email', order()),
    await raw(renamed, '/broker/api/v1/%56arsling/future/orders', order()),
  ]

  expect(replies.map((reply) => reply.slice(0, 12))).toEqual(replies.map(() => 'HTTP/1.1 409'))
  expect(seen).toEqual([])
  await raw(bare, '/broker/api/v1/filetransfer', 'bytes', { headers: ['Content-Type: application/octet-stream'] })
  expect(seen).toEqual([{ method: 'POST', url: '/filetransfer' }])
})

test('a body does not become a call of its own', { timeout: 60_000 }, async () => {
  const { url, seen } = await everything()
  const base = await serve(at(url))
  const hidden = `POST ${orders} HTTP/1.1\r\nHost: there\r\n${json}\r\nContent-Length: ${order().length}\r\n\r\n${order()}`
  const headers = ['Content-Type: application/octet-stream', 'Transfer-Encoding: chunked']
  for (const method of ['DELETE', 'GET']) await raw(base, '/broker/api/v1/filetransfer/x', chunked(hidden), { method, headers })

  expect(seen.map(({ method }) => method)).toEqual(['DELETE', 'GET'])
})

const transferPath = '/broker/api/v1/filetransfer/{fileTransferId}'
const transfer = { description: 'a transfer', given: [{ name: 'a published file transfer exists' }], path: transferPath, status: 200 }
const missing = {
  description: 'no file',
  given: [{ name: 'a caller may receive files' }],
  path: '/broker/api/v1/filetransfer/00000000-0000-4000-8000-000000000000',
  status: 404,
}

/** A pact of a stranger, which orders. */
function strangersPact(request: object) {
  const { interactions, ...document } = pact('stranger', { ...missing, description: 'an order' })
  const [written] = interactions
  return { ...document, interactions: [{ ...written, request: { ...written?.request, method: 'POST', ...request } }] }
}

const body = (content: string, contentType: string) => ({
  headers: { Authorization: ['Bearer a-token'], 'Content-Type': [contentType] },
  body: { content: Buffer.from(content).toString('base64'), contentType, encoded: 'base64' },
})

test('a pact of a stranger sends no order to strangers', { timeout: 120_000 }, async () => {
  const { url, seen } = await everything()
  const { folder } = await environmentOf({}, (document) => ({ ...document, addresses: Object(at(url)(document)).addresses }))
  const elsewhere = await everything()
  const { host } = new URL(elsewhere.url)
  const by = (path: string) => ({ path, generators: {} })
  const all = [
    { ...by(orders), ...body(order(), 'text/plain') },
    { ...by('/broker/api/v1/../../../notifications/api/v1/future/orders'), ...body(order(), 'application/json') },
    { ...by('/broker/api/v1/%2e%2e/%2e%2e/%2e%2e/notifications/api/v1/future/orders'), ...body(order(), 'application/json') },
    { ...by(`@${host}${orders}`), ...body(order(), 'application/json') },
    {
      path: orders,
      generators: { path: { type: 'ProviderState', expression: `@${host}${orders}` } },
      ...body(order(), 'application/json'),
    },
    { path: orders, generators: { path: { type: 'Regex', regex: `@${host}${orders}` } }, ...body(order(), 'application/json') },
  ]
  const pacts = pactsIn(Object.fromEntries(all.map((request, nth) => [`${nth}.json`, strangersPact(request)])))
  const { code, out } = await run(['verify', pacts, '--environment', 'real.yaml', '--json'], { folder })

  expect(code).toBe(1)
  expect(out).toContain('recipients')
  expect([...seen, ...elsewhere.seen].filter((one) => one.url !== '/' && /order/.test(one.url ?? ''))).toEqual([])
})

const withToken = ['--token-command', 'echo a-token #']

test('a redirection leads no call elsewhere', { timeout: 120_000 }, async () => {
  const elsewhere = await everything()
  const redirecting = await otherServer((_, response) => response.writeHead(307, { location: elsewhere.url + orders }).end())
  const { folder } = await environmentOf({}, at(redirecting))
  const pacts = pactsIn({ 'web.json': pact('web', transfer, missing) })
  await run(['verify', pacts, '--environment', 'real.yaml', '--json'], { folder })
  await run(['verify', pacts, '--provider-base-url', redirecting, ...withToken, '--json'], { folder })

  expect(elsewhere.seen).toEqual([])
})

/** Bytes without an end. Counts what was taken. */
async function endless(type: string) {
  let sent = 0
  const url = await otherServer((_, response) => {
    response.writeHead(200, { 'content-type': type })
    const write = () => {
      while (!response.destroyed && response.write(' '.repeat(2 ** 20))) sent += 2 ** 20
    }
    response.on('drain', write)
    write()
  })
  return { url, taken: () => sent }
}

test('a reply that never ends is broken off at 32 MiB', { timeout: 240_000 }, async () => {
  const pacts = pactsIn({ 'web.json': pact('web', missing, transfer) })
  for (const type of ['application/json', 'application/octet-stream']) {
    const { url, taken } = await endless(type)
    const { folder } = await environmentOf({}, at(url))
    const there = await run(['verify', pacts, '--environment', 'real.yaml', '--json'], { folder })
    expect(there).toMatchObject({ code: 1, out: expect.stringContaining('larger than 33554432 bytes') })
    const other = await run(['verify', pacts, '--provider-base-url', url, ...withToken, '--json'], { folder })
    expect(other).toMatchObject({ code: 1, out: expect.stringContaining('larger than 33554432 bytes') })
    expect(taken()).toBeLessThan(2 ** 29)
  }
})

test('a small reply that unpacks to more than 32 MiB is not kept', { timeout: 60_000 }, async () => {
  const packed = { gzip: gzipSync(Buffer.alloc(2 ** 26)), 'br, gzip': gzipSync(brotliCompressSync(Buffer.alloc(2 ** 26))) }
  for (const [encoding, bytes] of Object.entries(packed)) {
    const url = await otherServer((_, response) => response.writeHead(200, { 'content-encoding': encoding }).end(bytes))
    const { folder } = await environmentOf({}, at(url))
    const { out } = await run(['verify', pactsIn({ 'web.json': pact('web', missing) }), '--environment', 'real.yaml', '--json'], { folder })
    expect(out).toContain('sent a body that decompresses to more than 33554432 bytes')
  }
})

test('events are kept up to 32 MiB together, however many the service sends', { timeout: 60_000 }, async () => {
  const subscribing = { call: async () => ({ body: { id: 1 } }), until: async () => {} } as unknown as Client
  const [port, host] = [await freePort('127.0.0.1'), '127.0.0.1']
  const webhooks = await catchWebhooks(subscribing, { address: `http://${host}:${port}`, port, host }, { here: () => undefined } as never)
  onTestFinished(() => webhooks.close())
  const send = async (event: object) => (await fetch(webhooks.endPoint, { method: 'POST', body: JSON.stringify(event) })).status
  const small = { type: 'platform.events.validatesubscription', id: '1' }
  expect(await send(small)).toBe(200)
  const statuses: number[] = []
  for (let nth = 0; nth < 40; nth++) statuses.push(await send({ type: 'no.altinn.broker.published', data: ' '.repeat(2 ** 20 - 100) }))

  expect(statuses).toEqual(statuses.map((_, nth) => (nth < 32 ? 200 : 413)))
  expect(await webhooks.find('the event platform.events.validatesubscription', AbortSignal.timeout(1000))).toEqual(small)
})

test('what is streamed has no bound', { timeout: 120_000 }, async () => {
  const size = 3 * 2 ** 25
  const large = await otherServer((_, response) => {
    response.writeHead(200, { 'content-type': 'application/octet-stream' })
    response.end(Buffer.alloc(size))
  })
  const reply = await fetch(`${await serve(at(large))}/broker/api/v1/filetransfer/x/download`)

  expect((await reply.arrayBuffer()).byteLength).toBe(size)
})

/** Servers that take their time, each in another part of the reply. */
const slow = {
  async head() {
    return otherServer(({ socket }) => {
      socket.write('HTTP/1.1 200 OK\r\nx: ')
      drip(socket, 'x')
    })
  },
  async body() {
    return otherServer((_, response) => {
      response.writeHead(200, { 'content-type': 'application/json' })
      drip(response, ' ')
    })
  },
  async stream() {
    return otherServer((_, response) => {
      response.writeHead(200, { 'content-type': 'application/octet-stream' })
      drip(response, ' ')
    })
  },
  async 'provisional replies'() {
    return otherServer(({ socket }) => drip(socket, 'HTTP/1.1 103 Early Hints\r\nlink: <a>\r\n\r\n'))
  },
  async 'another protocol'() {
    return otherServer(({ socket }) => void socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n'))
  },
}

function drip(to: { write(text: string): unknown; once(event: 'close', call: () => void): unknown }, text: string): void {
  const timer = setInterval(() => to.write(text), 100)
  to.once('close', () => clearInterval(timer))
}

// The verifier of Pact itself gives up after half a minute for each call.
test('each call and each state as a whole ends in time', { timeout: 60_000 }, async () => {
  const pacts = pactsIn({ 'web.json': pact('web', missing, transfer) })
  const more = ['--state-timeout', '2s', '--json']
  const ends = Object.entries(slow).map(async ([part, open]) => {
    const url = await open()
    const { folder } = await environmentOf({}, at(url))
    const [there, other] = await Promise.all([
      run(['verify', pacts, '--environment', 'real.yaml', ...more], { folder }),
      run(['verify', pacts, '--provider-base-url', url, ...withToken, ...more], { folder }),
    ])
    const { interactions } = JSON.parse(there.out) as Verification
    return [part, other.code, ...interactions.map(({ fault, why }) => [fault, ...why])]
  })
  const late = ['environment', expect.stringMatching(/did not send a complete reply within 2 s\.|was not ready in time\./)]
  const none = ['environment', expect.stringContaining('the connection ended without a reply')]

  expect(await Promise.all(ends)).toEqual(
    Object.keys(slow).map((part) => [part, 1, ...(part === 'another protocol' ? [none, none] : [late, late])]),
  )
})

test('the verifier ends with the process that started it, also by kill -9', { timeout: 60_000 }, async () => {
  const asked = Promise.withResolvers<void>()
  const url = await otherServer(() => asked.resolve())
  const { folder } = await environmentOf({}, at(url))
  const pacts = pactsIn({ 'web.json': pact('web', missing) })
  const child = spawn(process.execPath, [command, 'verify', pacts, '--environment', 'real.yaml'], {
    cwd: folder,
    stdio: 'ignore',
    env: { ...process.env, TMPDIR: folder },
  })
  const exited = once(child, 'exit')
  await asked.promise
  const [verifier = ''] = childrenOf(child.pid ?? 0)
  expect(verifier).not.toBe('')
  child.kill('SIGKILL')
  await exited

  await expect.poll(() => isRunning(verifier)).toBe(false)
})

const childrenOf = (parent: number) =>
  readdirSync('/proc').filter((pid) => /^\d+$/.test(pid) && statOf(pid)?.split(' ')[1] === String(parent))

const isRunning = (pid: string) => !['Z', undefined].includes(statOf(pid)?.split(' ')[0])

/** What follows the name of the process: its state, and its parent. */
function statOf(pid: string): string | undefined {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').replace(/^.*\) /s, '')
  } catch {
    return undefined
  }
}
