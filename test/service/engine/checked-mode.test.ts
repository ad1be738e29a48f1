/** Every answer of the service that a test brings about is held to the OpenAPI document. */
import { expect, vi } from 'vitest'
import { nodePlatform } from '../../../src/platform/node.ts'
import type { RefusalKey } from '../../../src/service/areas/areas.ts'
import { dialect } from '../../../src/service/areas/dialect.ts'
import { getShipment } from '../../../src/service/areas/notifications/get-shipment.ts'
import type { Answer } from '../../../src/service/wire/call.ts'
import { Refusal } from '../../../src/service/wire/refusal.ts'
import { holdToDocument } from '../../support/document.ts'
import { orderTo, toPhone, ttd } from '../../support/orders.ts'
import { prepared } from '../../support/prepared.ts'
import { test } from '../../support/rule.ts'
import { switchOn } from '../../support/rules.ts'

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

test('a row with a wrong reply fails the call of a test', async ({ client, defects }) => {
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

async function downloadWith(refusal: RefusalKey, checked: boolean) {
  const platform = nodePlatform()
  const openBlobs = () => {
    const blobs = platform.openBlobs()
    const read = () => {
      throw new Refusal(refusal)
    }
    return Object.assign(Object.create(blobs) as typeof blobs, { read })
  }
  return prepared('fileTransfer.download', {}, { checked, platform: { ...platform, openBlobs, alarm: () => {} } })
}

test('in checked mode a refusal that the row does not declare is a defect', async () => {
  const { call } = await downloadWith('BRO-00016', true)

  await expect(call()).rejects.toThrow('fileTransfer.download refuses with BRO-00016 in the stage handle')
})

test('in checked mode a refusal of another stage is a defect', async () => {
  const { call } = await downloadWith('rate-limited', true)

  await expect(call()).rejects.toThrow('fileTransfer.download refuses with rate-limited in the stage handle')
})

test('a refusal that the row declares is an answer', async () => {
  const { call } = await downloadWith('BRO-00007', true)

  expect((await call()).problem.code).toBe('BRO-00007')
})

test('for users an undeclared refusal is an answer', async () => {
  const { call } = await downloadWith('BRO-00016', false)

  expect((await call()).problem.code).toBe('BRO-00016')
})

test('a tester may ask for any refusal', async () => {
  const { call, simulator } = await prepared('fileTransfer.download')
  const preferred = await call({ headers: { prefer: 'code=BRO-00016' } })
  await switchOn({ simulator }, [{ on: 'fileTransfer.download', refuse: { code: 'no-such-order' } }])

  expect([preferred.problem.code, (await call()).status]).toEqual(['BRO-00016', 404])
})
