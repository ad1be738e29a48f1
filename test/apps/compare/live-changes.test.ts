/** A real service that differs in one thing: a live comparison names it at its operation, and nothing else. */
import type { IncomingMessage } from 'node:http'
import { afterAll, expect, test } from 'vitest'
import { type Changed, changing, clientThrough, compareAt, environmentAt, realStandin } from '../../support/comparing.ts'
import { published, recipient, sender } from '../../support/file-transfers.ts'
import { orderTo, toEmail, ttd } from '../../support/orders.ts'

const real = await realStandin()
type Change = (request: IncomingMessage, body: string, reply: IncomingMessage) => Changed | undefined
type Rewrite = (request: IncomingMessage, body: string) => string | undefined
let current: { readonly change: Change; readonly rewrite: Rewrite } = { change: () => undefined, rewrite: () => undefined }
const proxy = await changing(
  real.url,
  (...call) => current.change(...call),
  (...call) => current.rewrite(...call),
)
afterAll(async () => {
  proxy.close()
  await real.close()
})

const unknown = '6a1c7a54-9d5c-4e0a-8a39-0f1f0a3f8c11'
let orders = 0

/** The groups of a comparison with a service that is changed so. Calls of a client that a change breaks are made nevertheless. */
async function groupsWith(change: Change, rewrite: Rewrite = () => undefined) {
  current = { change, rewrite }
  const here = await compareAt({ file: environmentAt(proxy.url), settle: 1 })
  const client = clientThrough(here.url, real.url)
  const call = (async (...given: Parameters<typeof client.call>) => client.call(...given).catch(() => ({ body: {} }))) as typeof client.call
  const body = { ...orderTo(toEmail()), idempotencyId: `changed-${++orders}` }
  const order = await call('notifications.createOrder', { as: ttd, body })
  await call('notifications.createOrder', { as: ttd, body })
  await call('notifications.createOrder', { as: ttd, body: { idempotencyId: 'x' } as never })
  const params = { id: String(order.body.notification?.shipmentId ?? unknown) }
  for (let poll = 0; poll < 2; poll++) await call('notifications.getShipment', { as: ttd, params })
  const ids = [await published(client), await published(client)]
  for (const fileTransferId of ids) await call('fileTransfer.overview', { as: sender, params: { fileTransferId } })
  await call('fileTransfer.search', { as: sender, query: { resourceId: 'standin-plain' } })
  const [fileTransferId = ''] = ids
  await call('fileTransfer.download', { as: recipient, params: { fileTransferId } })
  await call('fileTransfer.confirmDownload', { as: recipient, params: { fileTransferId } })
  await call('fileTransfer.details', { as: sender, params: { fileTransferId } })
  await call('fileTransfer.overview', { as: sender, params: { fileTransferId: unknown } })
  await call('authentication.getGeneratorKeys')
  await call('authentication.getSystemUserToken', {
    query: { env: 'tt02', systemUserId: '00000000-0000-4000-8000-000000000001', scopes: 'altinn:broker.read' } as never,
  })
  return (await here.finish()).groups
}

const at =
  (method: string, path: RegExp, change: (body: string) => Changed): Change =>
  (request, body) =>
    request.method === method && path.test(request.url ?? '') ? change(body) : undefined
const json =
  (act: (value: never) => unknown) =>
  (body: string): Changed => ({ body: JSON.stringify(act(JSON.parse(body) as never)) })

const details = /details$/
const missing = new RegExp(unknown)
const shipment = /\/shipment\//
const changes: [what: string, change: Change, group: object][] = [
  ['a status', at('GET', details, () => ({ status: 403 })), { operation: 'fileTransfer.details', kind: 'status', there: 403, here: 200 }],
  [
    'the status of a new order',
    (request, _, { statusCode }) => ((request.url ?? '').endsWith('orders') && statusCode === 201 ? { status: 200 } : undefined),
    { operation: 'notifications.createOrder', kind: 'status', there: 200, here: 201 },
  ],
  [
    'a code',
    at(
      'GET',
      missing,
      json((value: object) => ({ ...value, code: 'BRO-99999' })),
    ),
    { operation: 'fileTransfer.overview', kind: 'code', there: 'BRO-99999' },
  ],
  [
    'a word of a title',
    at('GET', missing, (body) => ({ body: body.replace('Not Found', 'Not Here') })),
    { operation: 'fileTransfer.overview', kind: 'value', where: 'title' },
  ],
  [
    'a member that is dropped',
    at(
      'GET',
      details,
      json((value: object) => ({ ...value, sender: undefined })),
    ),
    { operation: 'fileTransfer.details', kind: 'missing', where: 'sender' },
  ],
  [
    'a member that is added',
    at(
      'GET',
      shipment,
      json((value: object) => ({ ...value, colour: 'red' })),
    ),
    { operation: 'notifications.getShipment', kind: 'extra', where: 'colour' },
  ],
  [
    'a member of another type',
    at('GET', details, (body) => ({ body: body.replace(/"fileTransferSize":\s*(\d+)/, '"fileTransferSize":"$1"') })),
    { operation: 'fileTransfer.details', kind: 'type', where: 'fileTransferSize' },
  ],
  [
    'a header',
    at('GET', details, () => ({ headers: { 'content-type': 'text/json' } })),
    { operation: 'fileTransfer.details', kind: 'header', where: 'headers.content-type' },
  ],
  [
    'a header that is dropped',
    at('GET', details, () => ({ headers: { 'cache-control': undefined } })),
    { operation: 'fileTransfer.details', kind: 'header', where: 'headers.cache-control' },
  ],
  [
    'the order of a list',
    at(
      'GET',
      /filetransfer\?/,
      json((list: string[]) => list.toReversed()),
    ),
    { operation: 'fileTransfer.search', kind: 'order' },
  ],
  [
    'a status that is never reached',
    at(
      'GET',
      shipment,
      json((value: object) => ({ ...value, status: 'Order_Registered', recipients: [] })),
    ),
    { operation: 'notifications.getShipment', kind: 'never-reached', where: 'status', there: 'Order_Registered' },
  ],
  [
    'the status of a token',
    at('GET', /SystemUser/, () => ({ status: 202 })),
    { operation: 'authentication.getSystemUserToken', kind: 'status' },
  ],
  [
    'a member of a list of keys that is added',
    at(
      'GET',
      /jwks/,
      json((value: object) => ({ ...value, colour: 'red' })),
    ),
    { operation: 'authentication.getGeneratorKeys', kind: 'extra', where: 'colour' },
  ],
  ['no JSON', at('GET', details, () => ({ body: '<html>busy</html>' })), { operation: 'fileTransfer.details', kind: 'not-json' }],
  [
    'a connection that is cut before the reply',
    at('GET', details, () => ({ cut: 'before' })),
    { operation: 'fileTransfer.details', kind: 'connection', where: 'reply', there: 'no reply: socket hang up' },
  ],
  [
    'a connection that is cut in the reply',
    at('GET', details, () => ({ cut: 'within' })),
    { operation: 'fileTransfer.details', kind: 'connection', where: 'body' },
  ],
]

test.each(changes)(
  '%s is named at its operation, and nothing else is',
  async (_, change, group) => {
    const groups = await groupsWith(change)

    expect(groups).toContainEqual(expect.objectContaining(group))
    expect(groups.length).toBeLessThanOrEqual(3)
    expect([...new Set(groups.map(({ operation }) => operation))]).toHaveLength(1)
  },
  60_000,
)

test('a duplicate that is made twice is named at its operation, and nothing else is', async () => {
  let count = 0
  const other: Rewrite = (request, body) =>
    (request.url ?? '').endsWith('orders') ? body.replace(/"idempotencyId":\s*"changed/, `"idempotencyId":"${++count}-changed`) : undefined
  const groups = await groupsWith(() => undefined, other)

  expect(groups).toMatchObject([{ operation: 'notifications.createOrder', kind: 'status', there: 201, here: 200 }])
}, 60_000)
