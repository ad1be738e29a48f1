/** The records of a world, found by the values of their columns. */
import { collectionNames } from '../../../src/control/records/rows.ts'
import { placed, toEmail } from '../../support/orders.ts'
import { append, begun, breath, line } from '../../support/resumable.ts'
import { expect, rule, test } from '../../support/rule.ts'

rule('decisions §12', 'the collections are listed with their columns and their number of records', async ({ here }) => {
  await placed(here, toEmail())
  const { body } = await here.ask('control.listRecordCollections')
  const totals = Object.fromEntries(body.collections.map(({ name, total }: { name: string; total: number }) => [name, total]))

  expect(body.total).toBe(collectionNames.length)
  expect(totals).toMatchObject({ orders: 1, shipments: 1, fileTransfers: 0, resources: 20, subscriptions: 0, deliveries: 0, outbox: 0 })
  expect(body.collections[1]).toMatchObject({ name: 'shipments', columns: expect.arrayContaining(['status', 'recipient', 'creator']) })
})

rule('decisions §12', 'records are found by the values of their columns, in both environments', async ({ here }) => {
  const [shipmentId] = await placed(here, toEmail())
  await here.simulator.advance({ until: 'settled' })
  await placed(here, toEmail('later@example.org'), { idempotencyId: 'later' })
  const ask = async (query: Readonly<Record<string, string>>) =>
    (await here.ask('control.findRecords', { params: { collection: 'shipments' }, query })).body

  expect(await ask({ status: 'Order_Completed', creator: 'ttd' })).toMatchObject({ records: [{ id: shipmentId }], total: 1, next: null })
  expect(await ask({ recipient: 'someone@example.org' })).toMatchObject({ records: [{ id: shipmentId }] })
  expect(await ask({ environment: 'production' })).toEqual({ records: [], total: 0, next: null })
})

const published = [
  ['fileTransfers', 'status', 'Published'],
  ['outbox', 'channel', 'Email'],
  ['orders', 'creator', 'ttd'],
  ['contacts', 'id', '12838590150'],
] as const

test.for(published)('%s are found by %s', async ([collection, column, value], { here }) => {
  await placed(here, toEmail())
  here.simulator.fileTransfers.publish('test', { size: 10 })
  await here.simulator.advance({ until: 'settled' })
  const { body } = await here.ask('control.findRecords', { params: { collection }, query: { [column]: value } })

  expect(body.total).toBe(1)
})

test('a query may show the newest record first, and go on from there', async ({ here }) => {
  for (const name of ['a', 'b', 'c']) await placed(here, toEmail(), { idempotencyId: name })
  const page = async (query: Readonly<Record<string, string>>) =>
    (await here.ask('control.findRecords', { params: { collection: 'orders' }, query: { first: 'newest', limit: '2', ...query } })).body
  const first = await page({})
  const second = await page({ after: first.next })

  expect([...first.records, ...second.records].map(({ idempotencyId }) => idempotencyId)).toEqual(['c', 'b', 'a'])
  expect((await page({ skip: '1' })).records).toMatchObject([{ idempotencyId: 'b' }, { idempotencyId: 'a' }])
})

test.for([
  [
    'shipments',
    { state: 'x' },
    400,
    'shipments: unknown column "state". Did you mean status? Valid: status, id, environment, order, type, creator',
  ],
  ['shipments', { status: 'Faild' }, 400, 'status: "Faild" is not a value of shipments. Valid: Order_Registered, '],
  [
    'fileTransfers',
    { environment: 'Test' },
    400,
    'environment: "Test" is not a value of fileTransfers. Did you mean test? Valid: test, production',
  ],
  ['shipments', { sender: 'x' }, 400, 'shipments: unknown column "sender". Valid: id, environment, order, type, status, creator'],
  ['shipments', { limit: '0' }, 400, 'query.limit: "0"'],
  ['shipments', { limit: '0x10' }, 400, 'query.limit: "0x10"'],
  ['shipments', { limit: '10001' }, 400, 'query.limit: "10001"'],
  ['shipments', { after: 'test/nothing' }, 400, 'after: "test/nothing" is not the "next" value of a page in this list.'],
  ['shipment', {}, 400, 'path.collection: unknown value "shipment"'],
  ['__proto__', {}, 400, 'path.collection: unknown value "__proto__"'],
] as const)('finding records of %s by %j is refused', async ([collection, query, status, detail], { ask }) => {
  const { status: answered, body } = await ask('control.findRecords', { params: { collection }, query: query as Record<string, string> })

  expect(answered).toBe(status)
  expect(body.detail).toContain(detail)
})

test('a resumable upload is a record until it has become the file of its transfer', async ({ here }) => {
  const { fileTransferId, place } = await begun(here, 10)
  const { place: other } = await begun(here, 5, { fileName: 'other.xml' })
  await append(here, place, 0, '1234')
  const ask = async () =>
    (await here.ask('control.findRecords', { params: { collection: 'resumableUploads' }, query: { fileTransfer: fileTransferId } })).body

  expect((await ask()).records).toEqual([
    {
      id: fileTransferId,
      environment: 'test',
      fileTransfer: fileTransferId,
      length: 10,
      received: 4,
      parts: null,
      active: '2026-06-01T10:00:00Z',
      expires: '2026-06-02T10:00:00Z',
    },
  ])
  const call = line()
  const appended = append(here, place, 4, call.body)
  call.send('567')
  await breath()
  expect((await ask()).records).toMatchObject([{ received: 7 }])
  call.send('890')
  call.end()
  await appended
  await append(here, other, 0, '12')
  await here.simulator.advance({ by: '1m' })
  expect((await ask()).total).toBe(0)
})
