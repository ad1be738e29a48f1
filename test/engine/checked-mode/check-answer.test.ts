/** Every answer of the service that a test brings about is held to the OpenAPI document. */
import { expect, test, vi } from 'vitest'
import { getShipment } from '../../../src/areas/notifications/get-shipment.ts'
import { dialect } from '../../../src/wire/dialect.ts'
import type { Answer } from '../../../src/wire/http/call.ts'
import { holdToDocument } from '../../support/document.ts'
import { orderTo, toPhone, ttd } from '../../support/orders.ts'
import { standin } from '../../support/standin.ts'

const problem = { type: 'urn:altinn:error:NOT-00003', title: 'Shipment Not Found', status: 404, detail: 'Not found', traceId: '00' }
const refused: Answer = {
  status: 404,
  headers: { 'content-type': 'application/problem+json; charset=utf-8' },
  body: JSON.stringify(problem),
}
const spec = dialect('spec')

test('an answer as in the document passes', () => {
  expect(() => holdToDocument(refused, getShipment, spec)).not.toThrow()
})

test.each<[string, Partial<Answer>, RegExp]>([
  ['status', { status: 418 }, /the status 418 is not declared, but 200, /],
  [
    'content type',
    { headers: { 'content-type': 'application/json' } },
    /404 has the content type application\/json, but declares application\/problem\+json$/,
  ],
  ['content type of nothing', { headers: {} }, /404 has the content type undefined/],
  ['header', { headers: { ...refused.headers, 'x-surplus': '1' } }, /404 has the header x-surplus, but declares /],
  [
    'body without a member',
    { body: '{"title":"Shipment Not Found"}' },
    /404 application\/problem\+json does not fit its schema: .*"status"/s,
  ],
  [
    'body with a member of another type',
    { body: JSON.stringify({ ...problem, status: '404' }) },
    /does not fit its schema: .*expected number/s,
  ],
])('an answer with a wrong %s is found', (_, change, said) => {
  expect(() => holdToDocument({ ...refused, ...change }, getShipment, spec)).toThrow(said)
})

test('a row with a wrong reply fails the call of a test', async () => {
  const { client, defects } = standin()
  const { body } = await client.call('notifications.createOrder', { as: ttd, body: orderTo(toPhone()) })
  const params = { id: body.notification.shipmentId }
  const { handle } = getShipment
  const spy = vi.spyOn(getShipment, 'handle').mockImplementation((input, context) => {
    const reply = handle(input, context)
    return { ...(reply as { status: number; body: unknown }), headers: { 'x-surplus': '1' } }
  })

  await expect(client.call('notifications.getShipment', { as: ttd, params })).rejects.toThrow('has the header x-surplus')
  spy.mockRestore()
  expect(defects.splice(0)).toHaveLength(1)
  expect((await client.call('notifications.getShipment', { as: ttd, params })).status).toBe(200)
})
