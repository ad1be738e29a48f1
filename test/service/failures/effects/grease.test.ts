import fc from 'fast-check'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { type OperationId, operationsById } from '../../../../src/service/areas/index.ts'
import { withAdditions } from '../../../../src/service/failures/effects/greasing/greased.ts'
import { random } from '../../../../src/service/world/random.ts'
import { initialized, published, recipient, sender, unknownId } from '../../../support/file-transfers.ts'
import { orderTo, toEmail, ttd } from '../../../support/orders.ts'
import { withRules } from '../../../support/rules.ts'
import { standin } from '../../../support/standin.ts'

const replySchema = (id: OperationId, status: number): z.ZodType => {
  const reply = operationsById.get(id)?.replies[status]
  if (!reply || !('schema' in reply)) throw new Error(`${id} has no JSON for ${status}.`)
  return reply.schema
}

const calls: [OperationId, (fileTransferId: string) => object][] = [
  ['notifications.createOrder', () => ({ as: ttd, body: orderTo(toEmail()) })],
  ['fileTransfer.overview', (fileTransferId) => ({ as: sender, params: { fileTransferId } })],
  ['fileTransfer.details', (fileTransferId) => ({ as: sender, params: { fileTransferId } })],
  ['fileTransfer.search', () => ({ as: sender, query: { resourceId: 'standin-plain' } })],
  ['authentication.getPlatformConfiguration', () => ({ as: null })],
]

test.each(calls)('a greased reply of %s has more, and all that the service promises', async (id, inputOf) => {
  const [plain, greased] = [standin(), await withRules([{ on: 'all', grease: ['members', 'order', 'space', 'headers'] }])]
  const [one, other] = await Promise.all(
    [plain, greased].map(async (here) => here.client.call(id, inputOf(await initialized(here.client)))),
  )
  if (!one || !other) throw new Error('There is no reply.')
  const schema = replySchema(id, one.status)

  expect(other.status).toBe(one.status)
  expect(schema.parse(JSON.parse(other.text))).toEqual(schema.parse(JSON.parse(one.text)))
  expect(other.text.length).toBeGreaterThan(one.text.length)
  expect(other.text).toMatch(/^[[{]\r\n/)
  expect(other.headers.get('x-added-later-id')).toMatch(/^[0-9a-z]{300}$/)
  for (const [name, value] of one.headers) if (name !== 'content-length') expect([name, other.headers.get(name)]).toEqual([name, value])
})

test('the texts of statuses change, and the statuses do not', async () => {
  const { client } = await withRules([{ on: 'all', grease: ['texts'] }])
  const params = { fileTransferId: await published(client) }
  const { body } = await client.call('fileTransfer.overview', { as: sender, params })

  expect(body.fileTransferStatus).toBe('Published')
  expect(body.fileTransferStatusText).toMatch(/^Ready for download \(since [0-9a-z]{6}\)$/)
  expect(body.recipients[0]?.currentRecipientFileTransferStatusText).toMatch(/^Initialized \(since /)
})

test('a refusal gets unknown members beside its code', async () => {
  const { client } = await withRules([{ on: 'all', grease: 'all' }])
  const { problem, status } = await client.call('fileTransfer.overview', { as: sender, params: { fileTransferId: unknownId } })

  expect(status).toBe(404)
  expect(problem).toMatchObject({ status: 404, title: 'Not Found' })
  expect(Object.keys(problem).filter((name) => name.startsWith('addedlater'))).toHaveLength(1)
})

test('a file stays as it is, and gets unknown headers', async () => {
  const { client } = await withRules([{ on: 'all', grease: 'all' }])
  const params = { fileTransferId: await published(client) }
  const { text, headers } = await client.call('fileTransfer.download', { as: recipient, params })

  expect([text, headers.has('x-added-later')]).toEqual(['one two three', true])
})

test('the seed decides the additions, and two calls have others', async () => {
  const texts = await Promise.all(
    [1, 1, 2].map(async (seed) => {
      const { client } = await withRules([{ on: 'all', grease: ['members'] }], { seed })
      const read = async () => (await client.call('fileTransfer.search', { as: sender, query: { resourceId: 'none' } })).text
      const order = async () => (await client.call('notifications.createOrder', { as: ttd, body: orderTo(toEmail()) })).text
      await read()
      return [await order(), await order()].map((text) => /"addedlater\w+"/.exec(text)?.[0])
    }),
  )

  expect(texts[0]).toEqual(texts[1])
  expect(texts[0]).not.toEqual(texts[2])
  expect(texts[0]?.[0]).not.toBe(texts[0]?.[1])
})

const inner = z.object({
  name: z.string(),
  labels: z.record(z.string(), z.string()),
  items: z.array(z.union([z.object({ a: z.int() }), z.string()])),
})
const schema = z.object({ one: inner, maybe: inner.nullish(), fileTransferStatusText: z.string() })
const innerValue = fc.record({
  name: fc.string(),
  labels: fc.dictionary(fc.string(), fc.string()),
  items: fc.array(fc.oneof(fc.record({ a: fc.integer() }), fc.string())),
})
const value = fc.record(
  { one: innerValue, maybe: fc.option(innerValue), fileTransferStatusText: fc.string() },
  { requiredKeys: ['one', 'fileTransferStatusText'] },
)

test('every value keeps what its schema names, and names that are data get no company', () => {
  fc.assert(
    fc.property(value, fc.nat(), (given, seed) => {
      const { fraction } = random(seed)
      const found = withAdditions(given, schema, {
        members: () => ({ [`added${fraction()}`]: 1 }),
        text: (text) => text,
        order: (entries) => entries.toReversed(),
      })

      expect(schema.parse(found)).toEqual(schema.parse(given))
      expect(Object.keys(found as object)).toHaveLength(Object.keys(given).length + 1)
    }),
    { seed: 1, numRuns: 200 },
  )
})
