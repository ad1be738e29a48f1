import type { OperationId } from '../../../../src/service/areas/index.ts'
import { bytes, confirmed, initialized, sender } from '../../../support/file-transfers.ts'
import { orderTo, toEmail, ttd } from '../../../support/orders.ts'
import { expect, rule, test } from '../../../support/rule.ts'
import { switchOn } from '../../../support/rules.ts'
import { type Standin, standin } from '../../../support/standin.ts'

const statuses = (replies: readonly { readonly status: number }[]) =>
  replies.map(({ status }) => status).toSorted((one, other) => one - other)
const times = <T>(number: number, make: () => T): T[] => Array.from({ length: number }, make)

const order = ({ client }: Standin, idempotencyId = 'order-1') =>
  client.call('notifications.createOrder', { as: ttd, body: orderTo(toEmail(), { idempotencyId }) })
const upload = ({ client }: Standin, fileTransferId: string, text = 'one two three', headers = {}) =>
  client.call('fileTransfer.upload', { as: sender, params: { fileTransferId }, body: bytes(text), headers })
const codeOf = ({ text }: { readonly text: string }) => JSON.parse(text).code
const statusOf = async ({ client }: Standin, fileTransferId: string) =>
  (await client.call('fileTransfer.overview', { as: sender, params: { fileTransferId } })).body.fileTransferStatus

rule('notifications §5.4', 'twenty orders with one idempotencyId at once: one 201, some 200, the others 500, and one order', async () => {
  const here = standin()
  await here.simulator.scenarios.use('duplicates-collide')

  const replies = await Promise.all(times(20, () => order(here)))

  expect(statuses(replies)).toEqual([...times(4, () => 200), 201, ...times(15, () => 500)])
  for (const { status, text, headers } of replies.filter((reply) => reply.status === 500))
    expect([status, text, headers.get('content-type'), headers.get('x-standin-bug')]).toEqual([500, '', null, null])
  expect(here.simulator.state().environments.test.orders.total).toBe(1)
  await here.simulator.advance({ by: 2_001 })
  expect((await order(here)).status).toBe(200)
})

test('orders with other ids, and without the scenario, do not collide', async ({ here }) => {
  expect(statuses(await Promise.all(times(3, () => order(here))))).toEqual([200, 200, 201])
  await here.simulator.scenarios.use('duplicates-collide')

  expect(statuses([await order(here, 'a'), await order(here, 'b'), await order(here, 'c')])).toEqual([201, 201, 201])
})

test('a call that was under way when the order was placed collides, however long it takes', async ({ here }) => {
  const { simulator } = here
  await simulator.scenarios.use('duplicates-collide')
  const gate = simulator.gate('notifications.createOrder', { at: 'before-work' })
  const both = [order(here), order(here)]
  await gate.arrived(2)
  gate.release(1)
  await both[0]
  await simulator.advance({ by: 60_000 })
  gate.release(1)

  expect((await both[1])?.status).toBe(500)
})

rule('file-transfer §3.1', 'eight uploads to one file transfer at once: two 200, six 500 BRO-00008, and it is Failed', async ({ here }) => {
  await here.simulator.scenarios.use('uploads-collide')
  const id = await initialized(here.client)

  const replies = await Promise.all(times(8, () => upload(here, id)))

  expect(statuses(replies)).toEqual([200, 200, ...times(6, () => 500)])
  expect(new Set(replies.filter(({ status }) => status === 500).map(({ text }) => JSON.parse(text).code))).toEqual(new Set(['BRO-00008']))
  expect(await statusOf(here, id)).toBe('Failed')
  await here.simulator.advance({ until: 'settled' })
  expect(await statusOf(here, id)).toBe('Failed')
})

test('two uploads at once both end well, and the file is published', async ({ here }) => {
  await here.simulator.scenarios.use('uploads-collide')
  const id = await initialized(here.client)

  expect(statuses(await Promise.all([upload(here, id), upload(here, id)]))).toEqual([200, 200])
  await here.simulator.advance({ until: 'settled' })
  expect(await statusOf(here, id)).toBe('Published')
})

test('an upload that begins apart from the others ends as without the scenario', async ({ here }) => {
  await here.simulator.scenarios.use('uploads-collide')
  const id = await initialized(here.client)
  await upload(here, id)
  await here.simulator.advance({ by: 2_001 })

  const late = await upload(here, id)

  expect([late.status, JSON.parse(late.text).code]).toEqual([409, 'BRO-00004'])
})

/** The MD5 of `one two three`. */
const checksum = '5e4fe0155703dde467f3ab234e6f966f'

test('an upload that is of one moment with another is refused for its size and its checksum as any other', async ({ here }) => {
  const { client } = here
  await here.simulator.scenarios.use('uploads-collide')
  const [one, other] = [await initialized(client, { checksum }), await initialized(client, { checksum })]
  for (const id of [one, other]) expect((await upload(here, id)).status).toBe(200)

  expect(codeOf(await upload(here, one, 'one two three', { 'content-length': '50000000001' }))).toBe('BRO-00016')
  expect(await statusOf(here, one)).toBe('UploadProcessing')
  expect(codeOf(await upload(here, other, 'one two four'))).toBe('BRO-00009')
  expect(await statusOf(here, other)).toBe('Failed')
})

test('an upload does not meet one whose file was refused, or that all recipients have', async () => {
  const here = standin({ pace: 'instant' })
  const { client } = here
  const taken = await confirmed(client)
  await here.simulator.scenarios.use('uploads-collide')
  const [damaged, infected] = [await initialized(client, { checksum }), await initialized(client, { fileName: 'infected.xml' })]
  expect(codeOf(await upload(here, damaged, 'one two four'))).toBe('BRO-00009')
  expect((await upload(here, infected)).status).toBe(200)
  await here.simulator.advance({ until: 'settled' })

  for (const id of [taken, damaged, infected]) {
    const before = await statusOf(here, id)
    expect([codeOf(await upload(here, id)), await statusOf(here, id)]).toEqual(['BRO-00004', before])
  }
})

test.each([
  ['notifications.createOrder', { orders: 1 }],
  ['fileTransfer.upload', { status: 'Failed' }],
] as const)('%s that meets its twin has done its work, and ends with 500', async (operation: OperationId, done) => {
  const here = standin()
  await switchOn(here, [{ on: operation, calls: 1, collide: 'twin' }])
  const id = await initialized(here.client)

  const reply = operation === 'fileTransfer.upload' ? await upload(here, id) : await order(here)

  expect(reply.status).toBe(500)
  expect({ orders: here.simulator.state().environments.test.orders.total, status: await statusOf(here, id) }).toMatchObject(done)
})
