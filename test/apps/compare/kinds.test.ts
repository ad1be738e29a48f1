/** One thing that another service does differently is named at its operation, and nothing else is. */
import { expect, test } from 'vitest'
import { compareExchanges, createComparison } from '../../../src/apps/compare/compare.ts'
import type { Exchange, Outcome } from '../../../src/apps/compare/exchange.ts'
import { readHar } from '../../../src/apps/compare/har.ts'
import { reportOf } from '../../../src/apps/compare/report.ts'
import { serverForFile } from '../../support/command-line.ts'
import { published, recipient, sender } from '../../support/file-transfers.ts'
import { orderTo, toEmail, toPerson, ttd } from '../../support/orders.ts'
import { register } from '../../support/resources.ts'

const { inNewWorld } = await serverForFile({ dialect: 'live', pace: 'instant' })

type Here = ReturnType<typeof inNewWorld>

async function exchangesOf({ run }: Here): Promise<Exchange[]> {
  return [...readHar((await run('journal', 'export')).out, 'calls.har').exchanges]
}

/** Calls of two clients: orders with a repeated one, and a file transfer with its polls. */
async function traffic(): Promise<Exchange[]> {
  const here = inNewWorld()
  const body = orderTo(toEmail())
  const order = await here.client.call('notifications.createOrder', { as: ttd, body })
  await here.client.call('notifications.createOrder', { as: ttd, body })
  const params = { id: String(order.body.notification?.shipmentId) }
  await here.client.call('notifications.getShipment', { as: ttd, params })
  await here.knobs.advance({ by: 60_000 })
  await here.client.call('notifications.getShipment', { as: ttd, params })
  await here.client.call('notifications.createOrder', { as: ttd, body: { idempotencyId: 'x' } as never })
  const fileTransferId = await published(here.client)
  const second = await published(here.client)
  await here.knobs.advance({ by: 60_000 })
  for (const id of [fileTransferId, second]) await here.client.call('fileTransfer.overview', { as: sender, params: { fileTransferId: id } })
  await here.client.call('fileTransfer.search', { as: sender, query: { resourceId: 'standin-plain' } })
  await here.client.call('fileTransfer.search', { as: sender, query: { resourceId: 'standin-plain' } })
  await here.client.call('fileTransfer.download', { as: recipient, params: { fileTransferId } })
  await here.client.call('fileTransfer.confirmDownload', { as: recipient, params: { fileTransferId } })
  await here.client.call('fileTransfer.details', { as: sender, params: { fileTransferId } })
  await here.client.call('fileTransfer.overview', { as: sender, params: { fileTransferId: '6a1c7a54-9d5c-4e0a-8a39-0f1f0a3f8c11' } })
  return exchangesOf(here)
}

async function reported(exchanges: readonly Exchange[], settle = 120_000) {
  return reportOf(await compareExchanges(exchanges, { settle }), { standin: '', environment: 'test', showValues: true })
}

const textOf = ({ reply }: Exchange) => new TextDecoder().decode(reply?.body as Uint8Array)

/** The calls, of which those at a path reply something else. `nth`: one of them alone. */
function changed(
  all: readonly Exchange[],
  method: string,
  path: RegExp,
  change: (exchange: Exchange) => Exchange,
  nth?: number,
): Exchange[] {
  let count = 0
  return all.map((each) => {
    if (each.method !== method || !path.test(each.url)) return each
    count++
    return nth === undefined || nth === count ? change(each) : each
  })
}

const withReply = (exchange: Exchange, change: object): Exchange => ({
  ...exchange,
  reply: { ...exchange.reply, ...change } as Exchange['reply'],
})
const withText = (act: (text: string) => string) => (exchange: Exchange) =>
  withReply(exchange, { body: new TextEncoder().encode(act(textOf(exchange))) })
const withHeader = (name: string, value: string | undefined) => (exchange: Exchange) =>
  withReply(exchange, { headers: { ...exchange.reply?.headers, [name]: value } })
const withJson = (act: (value: never) => unknown) => withText((text) => JSON.stringify(act(JSON.parse(text) as never)))

const overview = /filetransfer\/[^/]+$/
type Change = [what: string, method: string, path: RegExp, change: (exchange: Exchange) => Exchange, group: object]
const changes: Change[] = [
  [
    'a status',
    'GET',
    /details/,
    (one) => withReply(one, { status: 403 }),
    { operation: 'fileTransfer.details', kind: 'status', there: 403 },
  ],
  [
    'the status of a change',
    'POST',
    /confirmdownload/,
    (one) => withReply(one, { status: 200 }),
    { operation: 'fileTransfer.confirmDownload', kind: 'status' },
  ],
  [
    'the status of an upload',
    'POST',
    /upload$/,
    (one) => withReply(one, { status: 500 }),
    { operation: 'fileTransfer.upload', kind: 'status' },
  ],
  [
    'the status of what is made',
    'POST',
    /filetransfer$/,
    (one) => withReply(one, { status: 201 }),
    { operation: 'fileTransfer.initialize', kind: 'status' },
  ],
  [
    'a status in a history',
    'GET',
    /details/,
    withText((text) => text.replace('"fileTransferStatus":"Published"', '"fileTransferStatus":"UploadProcessing"')),
    { operation: 'fileTransfer.details', kind: 'value', where: 'fileTransferStatusHistory[].fileTransferStatus' },
  ],
  [
    'a code',
    'GET',
    /6a1c7a54/,
    withJson((value: object) => ({ ...value, code: 'BRO-99999' })),
    { operation: 'fileTransfer.overview', kind: 'code', where: 'code' },
  ],
  [
    'a word of a title',
    'GET',
    /6a1c7a54/,
    withText((text) => text.replace('Not Found', 'Not Here')),
    { operation: 'fileTransfer.overview', kind: 'value' },
  ],
  [
    'a header',
    'GET',
    /details/,
    withHeader('content-type', 'text/json'),
    { operation: 'fileTransfer.details', kind: 'header', where: 'headers.content-type' },
  ],
  [
    'a header that is dropped',
    'GET',
    overview,
    withHeader('cache-control', undefined),
    { operation: 'fileTransfer.overview', kind: 'header' },
  ],
  [
    'a member that is dropped',
    'GET',
    overview,
    withJson((value: object) => ({ ...value, sender: undefined })),
    { operation: 'fileTransfer.overview', kind: 'missing', where: 'sender' },
  ],
  [
    'a member that is added',
    'GET',
    /shipment/,
    withJson((value: object) => ({ ...value, colour: 'red' })),
    { operation: 'notifications.getShipment', kind: 'extra', where: 'colour', likely: 'newer' },
  ],
  [
    'a member of another type',
    'GET',
    /details/,
    withText((text) => text.replace(/"fileTransferSize":\s*(\d+)/, '"fileTransferSize":"$1"')),
    { operation: 'fileTransfer.details', kind: 'type' },
  ],
  [
    'the order of a list',
    'GET',
    /filetransfer\?/,
    withJson((list: string[]) => list.toReversed()),
    { operation: 'fileTransfer.search', kind: 'order' },
  ],
  ['no JSON', 'GET', /details/, withText(() => '<html>Bad gateway</html>'), { operation: 'fileTransfer.details', kind: 'not-json' }],
  [
    'a connection that is cut before the reply',
    'GET',
    /details/,
    (one) => ({ ...one, reply: undefined, broken: 'service' }),
    { operation: 'fileTransfer.details', kind: 'connection', where: 'reply' },
  ],
  [
    'a connection that is cut in the reply',
    'GET',
    /details/,
    (one) => ({ ...withText((text) => text.slice(0, 40))(one), broken: 'service' }),
    { operation: 'fileTransfer.details', kind: 'connection', where: 'body' },
  ],
]

test.each(changes)('%s is named at its operation, and nothing else is', async (_, method, path, change, group) => {
  const { groups } = await reported(changed(await traffic(), method, path, change))

  expect(groups.length).toBeLessThanOrEqual(3)
  expect(groups).toContainEqual(expect.objectContaining(group))
  expect([...new Set(groups.map(({ operation }) => operation))]).toHaveLength(1)
})

test('a duplicate that is made twice is a status, and its later calls are not compared', async () => {
  const all = await traffic()
  const [first] = all
  const id = /"shipmentId":\s*"([^"]+)"/.exec(textOf(first as Exchange))?.[1] ?? ''
  const other = (text: string) => text.replaceAll(id, '0b1f2a5c-3a52-4f43-8f0e-0e4c3f0b7d11')
  const twice = changed(all, 'POST', /future\/orders$/, (one) => ({ ...withReply(withText(other)(one), { status: 201 }) }), 2)
  const polls = twice.filter(({ url }) => url.includes(id)).map((one) => ({ ...withText(other)(one), url: other(one.url) }))
  const { groups, apart } = await reported([...twice, ...polls])

  expect(groups).toEqual([expect.objectContaining({ operation: 'notifications.createOrder', kind: 'status', there: 201, here: 200 })])
  expect(apart).toMatchObject({ unpaired: polls.length })
})

test('a status on its way is the same, and one that never comes is never-reached', async () => {
  const stuck = changed(
    await traffic(),
    'GET',
    /shipment/,
    withJson((value: object) => ({ ...value, status: 'Order_Registered', recipients: [] })),
  )
  const polls = stuck.filter(({ url }) => url.includes('/shipment/'))
  const last = polls.at(-1) as Exchange
  const later = { ...last, at: last.at + 600_000, ended: last.ended + 600_000 }

  expect((await reported(stuck)).groups).toEqual([])
  expect((await reported([...stuck, later])).groups).toEqual([
    expect.objectContaining({ operation: 'notifications.getShipment', kind: 'never-reached', where: 'status', likely: 'environment' }),
  ])
})

test('a status that a real reply has shown counts as never reached from then on, not from the first poll that lacks it', async () => {
  const here = inNewWorld()
  const { body } = await here.client.call('notifications.createOrder', { as: ttd, body: orderTo(toEmail()) })
  const params = { id: String(body.notification?.shipmentId) }
  for (const by of [60_000, 5_000]) {
    await here.knobs.advance({ by })
    await here.client.call('notifications.getShipment', { as: ttd, params })
  }
  const back = withText((text) => text.replace('Order_Completed', 'Order_Processing').replace('Email_Delivered', 'Email_Sending'))
  const late = changed(await exchangesOf(here), 'GET', /shipment/, back, 2)

  expect((await reported(late, 60_000)).groups).toEqual([])
  expect((await reported(late, 3_000)).groups).toEqual(
    ['status', 'recipients[].status'].map((where) =>
      expect.objectContaining({ operation: 'notifications.getShipment', kind: 'never-reached', where, calls: 1 }),
    ),
  )
})

test('a status on its way is not a difference, even if the recording lacks the content of the file', async () => {
  const here = inNewWorld()
  const params = { fileTransferId: await published(here.client) }
  await here.client.call('fileTransfer.details', { as: sender, params })
  await here.client.call('fileTransfer.overview', { as: sender, params })
  const behind = withText((text) => text.replace('"Published"', '"UploadProcessing"'))

  expect(await reported(changed(await exchangesOf(here), 'GET', overview, behind))).toMatchObject({ groups: [], apart: { cut: 2 } })
})

test('calls that overlapped may have been handled in the other order', async () => {
  const all = await traffic()
  // The reply of the poll ends before that of the confirmation, whose effect it shows.
  const confirmed = all.findIndex(({ url }) => url.includes('confirmdownload'))
  const details = all[confirmed + 1] as Exchange
  const swapped = all
    .with(confirmed, { ...details, at: details.at, ended: details.at + 10 })
    .with(confirmed + 1, { ...(all[confirmed] as Exchange), at: details.at - 5, ended: details.at + 20 })
  const { groups, apart } = await reported(swapped)

  expect(groups).toEqual([])
  expect(apart).toEqual((await reported(all)).apart)
})

test('a call whose reply was lost is unknown until a later reply shows what became of it', async () => {
  const all = await traffic()
  const lost = changed(all, 'POST', /confirmdownload/, (one) => ({ ...one, reply: undefined }))
  const { apart } = await reported(all)

  expect(await reported(lost)).toMatchObject({ groups: [], apart: { ...apart, aborted: 1 } })
  expect((await reported(lost.filter(({ url }) => !url.includes('details')))).groups).toEqual([])
})

test('calls within one millisecond may have been handled in the other order', async () => {
  const all = await traffic()
  const confirmed = all.findIndex(({ url }) => url.includes('confirmdownload'))
  const [confirmation, details] = all.slice(confirmed) as [Exchange, Exchange]
  const at = confirmation.at
  const swapped = (apart: number) =>
    all
      .with(confirmed, { ...details, at: at - 1, ended: at })
      .with(confirmed + 1, { ...confirmation, at: at + apart, ended: at + apart + 1 })

  expect((await reported(swapped(0))).groups).toEqual([])
  expect((await reported(swapped(2))).groups).toContainEqual(expect.objectContaining({ operation: 'fileTransfer.details', kind: 'value' }))
})

test('a member that differs between two equal calls is not noise if a call with a lost reply may have changed it', async () => {
  const here = inNewWorld()
  const params = { fileTransferId: await published(here.client) }
  const poll = () => here.client.call('fileTransfer.details', { as: recipient, params })
  await poll()
  await here.client.call('fileTransfer.download', { as: recipient, params })
  await here.client.call('fileTransfer.confirmDownload', { as: recipient, params })
  await poll()
  const all = await exchangesOf(here)
  let load = 0
  const counted = changed(
    all,
    'GET',
    /details/,
    withJson((value: object) => ({ ...value, load: ++load })),
  ).filter(({ url }) => !url.endsWith('/download'))
  const lost = changed(counted, 'POST', /confirmdownload/, (one) => ({ ...one, reply: undefined }))
  const without = counted.filter(({ url }) => !url.includes('confirmdownload'))
  const [changing, unchanging] = [await compareExchanges(lost, { settle: 1_000 }), await compareExchanges(without, { settle: 1_000 })]

  expect(changing.noise).toEqual([])
  expect(unchanging.noise).toEqual([expect.objectContaining({ operation: 'fileTransfer.details', where: 'load' })])
})

test('a member that differs between two equal calls is noise', async () => {
  let count = 0
  const all = (await traffic()).flatMap((each) => (each.method === 'GET' && overview.test(each.url) ? [each, each] : [each]))
  const random = changed(
    all,
    'GET',
    overview,
    withJson((value: object) => ({ ...value, load: ++count })),
  )
  const compared = await compareExchanges(random, { settle: 1_000 })

  expect(compared.noise).toEqual([expect.objectContaining({ operation: 'fileTransfer.overview', where: 'load' })])
  expect(reportOf(compared, { standin: '', environment: '', showValues: true }).groups).toEqual([])
})

test('a token that the real service accepted after its end, by its own clock, is no difference', async () => {
  const late = (await traffic()).map((each) => {
    const { claims } = each
    return claims ? { ...each, claims: { ...claims, nbf: 1, exp: Math.floor(each.at / 1000) - 30 } } : each
  })

  expect((await reported(late)).groups).toEqual([])
})

test('an order that existed before the first call is known-before, and a status that alone was changed is a difference', async () => {
  const repeated = changed(
    await traffic(),
    'POST',
    /future\/orders$/,
    (one) => withReply(one, { status: 200, headers: { ...one.reply?.headers, location: undefined } }),
    1,
  )
  const other = changed(await traffic(), 'POST', /future\/orders$/, (one) => withReply(one, { status: 200 }), 1)

  expect(await reported(repeated)).toMatchObject({ groups: [] })
  expect((await reported(other)).groups).toMatchObject([{ operation: 'notifications.createOrder', kind: 'status', there: 200, here: 201 }])
})

test('a report says which codes and statuses the traffic met, and which rule a group follows', async () => {
  const missing = changed(
    await traffic(),
    'GET',
    /6a1c7a54/,
    withJson((value: object) => ({ ...value, code: 'BRO-99999' })),
  )
  const { coverage, groups } = await reported(missing)

  expect(coverage.statuses.met).toMatchObject({ Published: expect.any(Number) })
  expect(coverage.codes.never).toContain('NOT-00001')
  expect(groups).toMatchObject([{ kind: 'code', likely: 'newer', rule: expect.stringContaining('refusal BRO-00001: file-transfer §7.2') }])
})

test('pages of events are those of the real service, whose order of events differs', async () => {
  const here = inNewWorld()
  for (let nth = 0; nth < 20; nth++) {
    await published(here.client, { disableVirusScan: nth % 2 === 0 })
    await here.knobs.advance({ by: 60_000 })
    const query = { resource: 'urn:altinn:resource:standin-plain', after: '0' }
    await here.client.call('events.readEvents', { as: { ...recipient, scope: 'altinn:events.subscribe' }, query })
  }
  const all = await exchangesOf(here)
  const other = changed(
    all,
    'GET',
    /events\?/,
    withText((text) => text.replace('broker.published', 'broker.unpublished')),
  )

  expect((await reported(all)).groups).toEqual([])
  expect(new Set((await reported(other)).groups.map(({ operation }) => operation))).toEqual(new Set(['events.readEvents']))
})

test('an order whose reply was no JSON is followed by its jobs', async () => {
  const here = inNewWorld()
  const nationalIdentityNumber = '12838590150'
  await here.client.call('notifications.createSmsOrder', {
    as: ttd,
    body: { body: 'Hello.', recipients: [{ nationalIdentityNumber }] } as never,
  })
  await here.knobs.advance({ by: 60_000 })
  await here.client.call('notifications.searchByPerson', { headers: { nationalidentitynumber: nationalIdentityNumber } })
  const busy = changed(
    await exchangesOf(here),
    'POST',
    /orders/,
    withText(() => '<html>busy</html>'),
  )

  expect((await reported(busy)).groups).toMatchObject([{ operation: 'notifications.createSmsOrder', kind: 'not-json' }])
})

test('an order to many recipients is followed to its end: at first, its jobs do not change the reply', async () => {
  const here = (await serverForFile({ dialect: 'live', pace: 'fast' })).inNewWorld()
  const recipients = Array.from({ length: 60 }, (_, nth) => ({ emailAddress: `person-${nth}@example.org` }))
  const order = await here.client.call('notifications.createEmailOrder', { as: ttd, body: { subject: 's', body: 'b', recipients } })
  const params = { id: String(order.body.orderId) }
  for (const by of ['PT2S', 'PT1M']) {
    await here.knobs.advance({ by })
    await here.client.call('notifications.getOrderStatus', { as: ttd, params })
  }

  expect(await reported(await exchangesOf(here))).toMatchObject({ groups: [], calls: 3, same: 3 })
})

test('a service owner that existed before the first call is known-before', async () => {
  const here = inNewWorld()
  for (let calls = 0; calls < 2; calls++) await register(here.client)
  const [first, second] = await exchangesOf(here)

  expect([first?.reply?.status, second?.reply?.status]).toEqual([200, 409])
  expect(await reported(second ? [second] : [])).toMatchObject({ groups: [], apart: { 'known-before': 1 } })
})

test('the example of a group has both bodies, also of more than 4,096 bytes', async () => {
  const long = 'x'.repeat(10_000)
  const { groups } = await reported(
    changed(
      await traffic(),
      'GET',
      /details/,
      withJson((value: object) => ({ ...value, colour: long })),
    ),
  )

  expect(groups).toMatchObject([{ where: 'colour', example: { there: { bytes: expect.any(Number) }, here: { body: expect.any(String) } } }])
  expect(JSON.parse(groups[0]?.example.there?.body ?? 'null')).toMatchObject({ fileName: expect.any(String) })
})

test('a delivery attempt on its way is the same', async () => {
  const here = inNewWorld()
  const nationalIdentityNumber = '12838590150'
  await here.client.call('notifications.createOrder', { as: ttd, body: orderTo(toPerson(nationalIdentityNumber)) })
  await here.knobs.advance({ by: 60_000 })
  for (let polls = 0; polls < 2; polls++)
    await here.client.call('notifications.searchByPerson', { headers: { nationalidentitynumber: nationalIdentityNumber } })
  const sending = changed(
    await exchangesOf(here),
    'GET',
    /nin/,
    withText((text) => text.replace('"Delivered"', '"Sending"')),
    2,
  )

  expect(sending.some((each) => each.reply?.body && textOf(each).includes('"Sending"'))).toBe(true)
  expect((await reported(sending)).groups).toEqual([])
})

test('an order that is ahead of another one with the same reference is the same', async () => {
  const here = inNewWorld()
  const nationalIdentityNumber = '12838590150'
  const sendersReference = '3f0c6f1e-6f0b-4f0e-9a51-0b4d7d1c2a10'
  for (const idempotencyId of ['one', 'two']) {
    const body = orderTo(toPerson(nationalIdentityNumber), { idempotencyId, sendersReference })
    await here.client.call('notifications.createOrder', { as: ttd, body })
  }
  await here.knobs.advance({ by: 60_000 })
  await here.client.call('notifications.searchByPerson', { headers: { nationalidentitynumber: nationalIdentityNumber } })
  const ahead = changed(
    await exchangesOf(here),
    'GET',
    /nin/,
    withText((text) => text.replace('"Delivered"', '"New"')),
  )

  expect(ahead.filter((each) => each.reply?.body && /"New".*"Delivered"/s.test(textOf(each)))).toHaveLength(1)
  expect((await reported(ahead)).groups).toEqual([])
})

test('a new order is not late because an older one with the same reference is', async () => {
  const here = inNewWorld()
  const sendersReference = '3f0c6f1e-6f0b-4f0e-9a51-0b4d7d1c2a10'
  for (const idempotencyId of ['one', 'two']) {
    const body = orderTo(toEmail(), { idempotencyId, sendersReference })
    const order = await here.client.call('notifications.createOrder', { as: ttd, body })
    const params = { id: String(order.body.notification?.shipmentId) }
    await here.client.call('notifications.getShipment', { as: ttd, params })
  }
  const registered = changed(
    await exchangesOf(here),
    'GET',
    /shipment/,
    withJson((value: object) => ({ ...value, status: 'Order_Registered', recipients: [] })),
  )
  const all = registered.map((each, nth) => (nth < 2 ? each : { ...each, at: each.at + 300_000, ended: each.ended + 300_000 }))

  expect((await reported(all)).groups).toEqual([])
  expect(
    (await reported([...all, { ...(all[1] as Exchange), at: (all[3] as Exchange).at, ended: (all[3] as Exchange).ended }])).groups,
  ).toEqual([expect.objectContaining({ kind: 'never-reached', calls: 1 })])
})

test('headers of a gateway are one group each, for all operations', async () => {
  const { groups } = await reported((await traffic()).map(withHeader('x-azure-ref', 'abc')))

  expect(groups).toEqual([
    expect.objectContaining({ kind: 'header', where: 'headers.x-azure-ref', likely: 'newer', there: 'abc', here: null }),
  ])
  expect(groups[0]?.calls).toBeGreaterThan(5)
})

test('calls beyond the limit are left out, and what depends on them is not compared', async () => {
  const results: Outcome[] = []
  const comparison = createComparison({
    settle: 1_000,
    mostWaiting: { calls: 3, bytes: 2 ** 20 },
    onResult: (outcome) => results.push(outcome),
  })
  const all = await traffic()
  const left = all.map((each) => comparison.add(each)).filter((each) => each === 'left-out').length
  const { outcomes, complete } = await comparison.finish()

  expect(complete).toBe(true)
  expect(outcomes).toHaveLength(all.length)
  expect(left).toBeGreaterThan(all.length - 6)
  expect(outcomes.filter(({ result }) => result === 'too-late')).toHaveLength(left)
  expect(results).toHaveLength(all.length)
})

test.each([
  ['is left out', { apart: 'too-late' }],
  ['is too large for the recording', { missing: 2 ** 30 }],
] as const)('what follows an upload that %s is not a difference', async (_, more) => {
  const all = await traffic()
  const left = changed(all, 'POST', /upload$/, (one) => ({ ...one, ...more, body: undefined }), 1)
  const { groups, calls, same, apart } = await reported(left)

  expect(groups).toEqual([])
  expect(calls - same).toBe(Object.values(apart).reduce((sum, count) => sum + count, 0))
})

test('calls that wait when a comparison stops are counted', async () => {
  const all = await traffic()
  const comparison = createComparison({ settle: 1_000 })
  for (const each of all.slice(1)) comparison.add(each)
  comparison.stop()
  comparison.add(all[0] as Exchange)
  const { outcomes, complete } = await comparison.finish()

  expect(complete).toBe(false)
  expect(outcomes).toHaveLength(all.length)
  expect(outcomes.slice(1).map(({ result }) => result)).toEqual(all.slice(1).map(() => 'too-late'))
})

test('the kinds of calls add up to all calls', async () => {
  const all = await traffic()
  const some = all.map((each, nth) =>
    nth % 4 === 0 ? withReply(each, { status: [401, 429, 500, 404][nth % 3] }) : nth % 7 === 0 ? { ...each, reply: undefined } : each,
  )
  const compared = await compareExchanges(some, { settle: 1_000 })
  const report = reportOf(compared, { standin: '', environment: '', showValues: false })
  const apart = Object.values(report.apart).reduce((sum, count) => sum + count, 0)
  const differing = compared.outcomes.filter(({ result }) => typeof result !== 'string' && result.length > 0).length

  expect(report.same + differing + apart).toBe(report.calls)
  expect(report.calls).toBe(all.length)
})
