/** A forwarded call is answered, byte by byte, as a call of the owner itself, and leaves the same journal line. */
import { expect, onTestFinished, test } from 'vitest'
import { frontDoor } from '../../../src/control/front-door.ts'
import { startServer } from '../../../src/hosts/http/server.ts'
import { anyDocument, anyName } from '../../../src/service/wire/misuse.ts'
import { initialized, published, recipient, sender } from '../../support/file-transfers.ts'
import { twoServers } from '../../support/forwarding.ts'
import { connectTo } from '../../support/hosts.ts'
import { orderTo, toEmail, ttd } from '../../support/orders.ts'
import { standin } from '../../support/standin.ts'

type Request = readonly string[]
interface Side extends ReturnType<typeof standin> {
  readonly origin: string
  /** Values that a request names as `{token}`. */
  readonly values: Readonly<Record<string, string>>
}

/** Two simulators that are alike: one answers its clients itself, and one stands behind a server that forwards. */
async function alike(rules: readonly object[] = []): Promise<readonly [Side, Side]> {
  const made = async (serve: (here: ReturnType<typeof standin>) => Promise<string>): Promise<Side> => {
    const here = standin()
    const id = await initialized(here.client)
    const full = await published(here.client, { content: '0123456789 and so on' })
    const token = async (as: typeof sender | typeof ttd) => (await here.simulator.token(as)).token
    if (rules.length > 0) here.simulator.scenarios.define('mine', anyDocument({ summary: 'Mine', rules }))
    if (rules.length > 0) await here.simulator.scenarios.use(anyName('mine'))
    here.simulator.journal.clear()
    const values = { id, full, sender: await token(sender), recipient: await token(recipient), ttd: await token(ttd) }
    return { ...here, origin: await serve(here), values }
  }
  const direct = await made(async ({ simulator }) => {
    const server = await startServer({ carrier: frontDoor(simulator), port: 0, host: '127.0.0.1', grace: 100 })
    onTestFinished(() => server.close())
    return server.url
  })
  const forwarded = await made(async ({ simulator }) => (await twoServers(frontDoor(simulator))).origin)
  return [direct, forwarded]
}

/** All bytes that come until the connection ends, and how it ended. */
async function exchange({ origin, values }: Side, [head = '', ...rest]: Request): Promise<string> {
  const socket = connectTo(origin)
  let said = ''
  socket.on('data', (chunk: Buffer) => (said += chunk.toString('latin1')))
  let how = 'ended'
  const closed = new Promise((resolve) => socket.on('close', resolve))
  socket.on('error', (error: NodeJS.ErrnoException) => (how = error.code ?? ''))
  const fill = (text: string) => text.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '')
  socket.write(`${fill(head)}\r\nHost: service.test\r\nConnection: close\r\n`)
  // The parts arrive one by one.
  for (const part of rest) {
    await new Promise((resolve) => setImmediate(resolve))
    socket.write(fill(part))
  }
  await closed
  return `${said.replace(/^Date: .*\r\n/m, '')}[${how}]`
}

const lines = ({ simulator }: Side) =>
  simulator.world.journal.calls.list().map(({ ms: _ms, began: _began, times: _times, sender, ...line }) => ({
    ...line,
    hasSender: sender !== null,
    requestHeaders: undefined,
  }))

const json = 'Content-Type: application/json\r\n'
const order = JSON.stringify(orderTo(toEmail()))
const transfer = '/broker/api/v1/filetransfer'
const asTtd = 'Authorization: Bearer {ttd}\r\n'
const asSender = 'Authorization: Bearer {sender}\r\n'
const asRecipient = 'Authorization: Bearer {recipient}\r\n'
const post = (path: string, headers: string, body: string): Request => [
  `POST ${path} HTTP/1.1`,
  `${headers}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n`,
  body,
]

const requests: Readonly<Record<string, Request>> = {
  'an overview': [`GET ${transfer}/{full} HTTP/1.1`, `${asRecipient}\r\n`],
  'a HEAD': [`HEAD ${transfer}/{full} HTTP/1.1`, `${asRecipient}\r\n`],
  'a download': [`GET ${transfer}/{full}/download HTTP/1.1`, `${asRecipient}\r\n`],
  'a part of a download': [`GET ${transfer}/{full}/download HTTP/1.1`, `${asRecipient}Range: bytes=3-5\r\n\r\n`],
  'an order': post('/notifications/api/v1/future/orders', asTtd + json, order),
  'an order with a broken body': post('/notifications/api/v1/future/orders', asTtd + json, order.slice(1)),
  'an order in chunks': [
    'POST /notifications/api/v1/future/orders HTTP/1.1',
    `${asTtd}${json}Transfer-Encoding: chunked\r\n\r\n`,
    `5\r\n${order.slice(0, 5)}\r\n`,
    `${(order.length - 5).toString(16)}\r\n${order.slice(5)}\r\n0\r\n\r\n`,
  ],
  'an upload': post(`${transfer}/{id}/upload`, `${asSender}Content-Type: application/octet-stream\r\n`, 'x'.repeat(300_000)),
  'a body that is too large': post('/notifications/api/v1/future/orders', asTtd + json, 'x'.repeat(31_000_000)),
  'an unknown path': ['GET /nothing HTTP/1.1', '\r\n'],
  'a wrong method': post('/future/orders', 'X-HTTP-Method: x\r\n', 'PUT'),
  'no token': post('/notifications/api/v1/future/orders', json, order),
  'a preference': [`GET ${transfer}/{full} HTTP/1.1`, `${asRecipient}Prefer: code=503\r\n\r\n`],
  'repeated headers': [`GET ${transfer}/{full} HTTP/1.1`, `${asRecipient}Cookie: a=1\r\nCookie: b=2\r\nX-Many: 1\r\nX-Many: 2\r\n\r\n`],
  'a lost reply': [`GET ${transfer}/{full} HTTP/1.1`, `${asRecipient}X-Standin-Scenario: connection-reset\r\n\r\n`],
  'a closed connection': [`GET ${transfer}/{full} HTTP/1.1`, `${asRecipient}X-Standin-Scenario: connection-closed\r\n\r\n`],
  'a control row': ['GET /_standin/callers HTTP/1.1', '\r\n'],
  'the whole OpenAPI document': ['GET /_standin/openapi.json HTTP/1.1', '\r\n'],
}

test.each(Object.keys(requests))('the reply and the journal line are the same as from the owner: %s', async (name) => {
  const [direct, forwarded] = await alike()
  const request = requests[name] ?? []

  expect(await exchange(forwarded, request)).toEqual(await exchange(direct, request))
  await expect.poll(() => lines(forwarded)).toEqual(lines(direct))
})

test.each([
  ['broken before the head', { disconnect: { when: 'after-work' } }],
  ['broken before the work', { disconnect: { when: 'before-work' } }],
  ['ended before the head', { disconnect: { when: 'after-work', how: 'end' } }],
  ['broken after ten bytes', { disconnect: { when: 'after-work', afterBytes: 10 } }],
  ['broken after no byte', { disconnect: { when: 'after-work', afterBytes: 0 } }],
  ['broken after more bytes than there are', { disconnect: { when: 'after-work', afterBytes: 100_000 } }],
  ['ended after ten bytes', { disconnect: { when: 'after-work', afterBytes: 10, how: 'end' } }],
  ['cut short', { truncate: { afterBytes: 10 } }],
  ['slow', { throttle: { down: 5_000 } }],
  ['garbled', { garble: 'json' }],
  ['late', { latency: 'PT0.03S' }],
] as const)('a reply that is %s is the same as from the owner, and so is its journal line', async (_, effect) => {
  const on = ['fileTransfer.download', 'fileTransfer.overview']
  const sides = await alike(on.map((row) => ({ on: row, ...effect })))

  for (const what of ['', '/download']) {
    const request = [`GET ${transfer}/{full}${what} HTTP/1.1`, `${asRecipient}\r\n`]
    const [direct, forwarded] = [await exchange(sides[0], request), await exchange(sides[1], request)]
    expect(forwarded).toEqual(direct)
  }
  await expect.poll(() => lines(sides[1])).toEqual(lines(sides[0]))
})
