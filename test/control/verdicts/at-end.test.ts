/** Verdicts on the world at the end of a session. */
import { expect, test } from 'vitest'
import { findViolations } from '../../../src/apps/explore/invariants.ts'
import { createClient, type Identity } from '../../../src/service/areas/client.ts'
import { anyDocument, anyName } from '../../../src/service/wire/misuse.ts'
import { bytes, iso, published, recipient, request, sender, unknownId } from '../../support/file-transfers.ts'
import { order as placeOlder } from '../../support/older-orders.ts'
import { orderTo, toEmail, toPhone, ttd } from '../../support/orders.ts'
import { base, standin } from '../../support/standin.ts'

type Standin = ReturnType<typeof session>

/** A world whose client is no part of Standin. */
function session(options: Parameters<typeof standin>[0] = {}) {
  const here = standin(options)
  const token = async (as: Identity) => (await here.simulator.token(as)).token
  return { ...here, client: createClient({ base, send: here.send, token, wait: async () => {} }) }
}

/** The ids and sentences of what is wrong when the service has done all its work. */
async function found({ simulator }: Standin): Promise<string[]> {
  await simulator.scenarios.off()
  await simulator.advance({ until: 'settled' })
  const violations = await findViolations(simulator)
  return violations.map(({ key, sentence }) => `${key.replace('invariant ', '')}: ${sentence}`)
}

async function under(here: Standin, ...rules: object[]): Promise<void> {
  here.simulator.scenarios.define('faults', anyDocument({ summary: 'Faults', rules }))
  await here.simulator.scenarios.use(anyName('faults'))
}

const order = ({ client }: Standin, idempotencyId: string, recipientOfOrder: object, as = ttd) =>
  client.call('notifications.createOrder', { as, body: orderTo(recipientOfOrder, { idempotencyId }) })

test('an order that is placed again under a new idempotencyId breaks ordered-once', async () => {
  const here = session()
  await order(here, 'one', toPhone('+4799999999'))
  await order(here, 'two', toPhone('+4799999999'))

  expect(await found(here)).toEqual(['ordered-once: orders again with a new idempotencyId: two messages to +4799999999'])
  expect(await findViolations(here.simulator)).toMatchObject([{ demanded: 'always' }])
})

test('three orders are counted, and reminders belong to what is ordered', async () => {
  const here = session()
  const reminders = [{ delayDays: 1, recipient: toEmail('other@example.org') }]
  for (const idempotencyId of ['one', 'two', 'three'])
    await here.client.call('notifications.createOrder', { as: ttd, body: orderTo(toEmail(), { idempotencyId, reminders }) })
  await order(here, 'four', toEmail())

  expect(await found(here)).toEqual([
    'ordered-once: orders again with a new idempotencyId each time: 3 messages to someone@example.org and other@example.org',
  ])
})

test('an order of the older routes that is placed again breaks it, too: it has no idempotencyId', async () => {
  const here = session({ dialect: 'live' })
  for (let turn = 0; turn < 2; turn++) await placeOlder(here, 'notifications.createEmailOrder', [{ emailAddress: 'someone@example.org' }])

  expect(await found(here)).toEqual(['ordered-once: orders twice: two messages to someone@example.org'])
})

test('a repeated request, another text, another creator and a cancelled order place nothing twice', async () => {
  const here = session()
  await order(here, 'one', toPhone())
  await order(here, 'one', toPhone())
  await order(here, 'two', { recipientSms: { phoneNumber: '+4799999999', smsSettings: { body: 'Another' } } })
  await order(here, 'one', toPhone(), { org: 'brg', orgNo: '974760673', scope: ttd.scope ?? '' })
  const later = { requestedSendTime: '2026-07-01T10:00:00Z' }
  const body = orderTo(toPhone(), { idempotencyId: 'three', ...later })
  const cancelled = await here.client.call('notifications.createOrder', { as: ttd, body })
  await here.client.call('notifications.cancelOrder', { as: ttd, params: { id: cancelled.body.notification.shipmentId } })

  expect(await found(here)).toEqual([])
})

test('a transfer that a client knows and leaves without its file breaks upload-finished, where it ends well', async () => {
  const here = session()
  await here.client.call('fileTransfer.initialize', { as: sender, body: request })

  expect(await findViolations(here.simulator)).toEqual([
    {
      key: 'invariant upload-finished',
      sentence: "leaves the transfer of report.xml without its file, although it received the transfer's id",
      demanded: 'success',
    },
  ])
})

test('an upload that breaks off leaves a transfer half uploaded', async () => {
  const here = session()
  await under(here, { on: 'fileTransfer.upload', disconnect: { when: 'during-upload', afterBytes: 2 } })
  const { body } = await here.client.call('fileTransfer.initialize', { as: sender, body: request })
  const params = { fileTransferId: body.fileTransferId }
  await here.client.call('fileTransfer.upload', { as: sender, params, body: bytes('content') }).catch(() => {})

  expect(await found(here)).toEqual([
    "upload-finished: leaves the transfer of report.xml half uploaded, although it received the transfer's id",
  ])
})

for (const [what, effect] of [
  ['lost', { disconnect: { when: 'after-work' } }],
  ['broken off', { disconnect: { when: 'after-work', afterBytes: 30 } }],
  ['shortened', { truncate: { afterBytes: 30 } }],
  ['broken JSON', { garble: 'json' }],
] as const)
  test(`a transfer is unknown to a client whose reply is ${what}, until it calls its address`, async () => {
    const here = session()
    await under(here, { on: 'fileTransfer.initialize', ...effect })
    await here.client.call('fileTransfer.initialize', { as: sender, body: request }).catch(() => {})

    expect(await found(here)).toEqual([])

    const [{ id } = { id: '' }] = here.simulator.records.fileTransfers.findMany()
    await here.client.call('fileTransfer.overview', { as: sender, params: { fileTransferId: id } })
    expect(await found(here)).toHaveLength(1)
  })

test('a finished upload, and one that fails for good, are no violation', async () => {
  const here = session()
  await published(here.client)
  await published(here.client, { fileName: 'infected.xml', disableVirusScan: false })

  expect(await found(here)).toEqual([])
})

const download = ({ client }: Standin, fileTransferId: string, range?: string) =>
  client.call('fileTransfer.download', { as: recipient, params: { fileTransferId }, headers: range === undefined ? {} : { range } })
const confirm = ({ client }: Standin, fileTransferId: string, as = recipient) =>
  client.call('fileTransfer.confirmDownload', { as, params: { fileTransferId } })

test('a confirmation before the last byte was sent breaks confirmed-whole', async () => {
  const here = session()
  const id = await published(here.client)
  await under(here, { on: 'fileTransfer.download', truncate: { afterBytes: 5 } })
  await download(here, id)
  await confirm(here, id)

  expect(await found(here)).toEqual(['confirmed-whole: confirms report.xml before all its bytes were sent: 5 of 13'])
})

for (const [ranges, sentence] of [
  [[undefined], undefined],
  [['bytes=5-', 'bytes=0-4'], undefined],
  [['bytes=0-6', 'bytes=3-12'], undefined],
  [['bytes=0-4', 'bytes=6-'], '5 of 13'],
  [['bytes=5-'], '0 of 13'],
] as const)
  test(`a client that downloads ${ranges.map((range) => range ?? 'all').join(' and ')} ${sentence ? 'lacks bytes' : 'has the whole file'}`, async () => {
    const here = session()
    const id = await published(here.client)
    for (const range of ranges) await download(here, id, range)
    await confirm(here, id)

    const whole = sentence === undefined
    expect(await found(here)).toEqual(whole ? [] : [`confirmed-whole: confirms report.xml before all its bytes were sent: ${sentence}`])
  })

test('what one recipient downloads is not there for the confirmation of another', async () => {
  const here = session()
  const other = { orgNo: '375464780' }
  const id = await published(here.client, { recipients: [iso(recipient), iso(other)] })
  await download(here, id)
  await here.client.call('fileTransfer.download', { as: other, params: { fileTransferId: id }, headers: { range: 'bytes=0-1' } })
  await confirm(here, id)
  await confirm(here, id, other)

  expect(await found(here)).toEqual(['confirmed-whole: confirms report.xml before all its bytes were sent: 2 of 13'])
})

test('a journal that has dropped lines says nothing about a confirmation', async () => {
  const here = session({ journal: 1 })
  const id = await published(here.client)
  await download(here, id)
  await confirm(here, id)

  expect(await found(here)).toEqual([])
})

test('a call that keeps failing to the end breaks retries-end', async () => {
  const here = session()
  await under(here, { on: 'notifications.getShipment', calls: '3-', refuse: { code: 'NOT-00004' } })
  const read = () => here.client.call('notifications.getShipment', { as: ttd, params: { id: unknownId } })
  for (let nth = 0; nth < 21; nth++) await read()
  expect(await found(here)).toEqual([])

  await under(here, { on: 'notifications.getShipment', refuse: { code: 'NOT-00004' } })
  await read()
  expect(await found(here)).toEqual(['retries-end: retries notifications.getShipment endlessly: 20 or more failures in a row'])

  await read()
  expect(await found(here)).toEqual([])
})

test('an order that is retried with a new idempotencyId each time is one request', async () => {
  const here = session()
  await under(here, { outage: 'database' })
  for (let nth = 0; nth < 20; nth++) await order(here, `order-${nth}`, toPhone())

  expect(await found(here)).toEqual(['retries-end: retries notifications.createOrder endlessly: 20 or more failures in a row'])
})

test('a client that exceeds its limit while it only looks breaks limit-kept', async () => {
  const here = session({ rateLimits: 'current' })
  const look = () => here.client.call('fileTransfer.search', { as: sender, query: { resourceId: 'standin-plain' } })
  for (let nth = 0; nth < 31; nth++) await look()

  expect(await found(here)).toEqual(['limit-kept: exceeds its limit for fileTransfer.search while it is only polling'])
})

test('a limit that a scenario uses up, and one that work needs, is no violation', async () => {
  const here = session({ rateLimits: 'current' })
  const look = () => here.client.call('fileTransfer.search', { as: sender, query: { resourceId: 'standin-plain' } })
  await under(here, { on: 'fileTransfer.search', calls: 1, exhaust: {} })
  for (let nth = 0; nth < 3; nth++) await look()
  await here.simulator.advance({ by: 'PT2M' })
  await published(here.client)
  for (let nth = 0; nth < 31; nth++) await look()

  expect(await found(here)).toEqual([])
})
