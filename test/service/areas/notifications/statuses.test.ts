import { expect, test } from 'vitest'
import { byShipmentId } from '../../../../src/service/areas/notifications/constraints/feed.ts'
import { shipmentReply } from '../../../../src/service/areas/notifications/constraints/replies.ts'
import { emailStatuses, orderStatuses, smsStatuses } from '../../../../src/service/areas/notifications/wire.ts'
import { rule } from '../../../support/rule.ts'

const manifest = {
  shipmentId: '2f6c0c8e-7c0f-4f1b-9a55-1d8f2c3b4a69',
  sendersReference: 'report-2026-3',
  type: 'Notification',
  status: 'Order_Processed',
  lastUpdate: '2026-07-27T08:01:04.518332Z',
  recipients: [
    { type: 'Email', destination: 'post@example.org', status: 'Email_Delivered', lastUpdate: '2026-07-27T08:02:31.20417Z' },
    { type: 'SMS', destination: '', status: 'SMS_Failed_RecipientNotIdentified', lastUpdate: '2026-07-27T08:01:04Z' },
  ],
}

rule('notifications §1.1', 'the properties of a manifest are in the order of the wire', () => {
  expect(JSON.stringify(shipmentReply.parse(manifest))).toBe(JSON.stringify(manifest))
})

rule('notifications §8.1', 'a manifest may have no reference and no recipients', () => {
  const { sendersReference: _, ...anonymous } = manifest

  expect(shipmentReply.parse({ ...anonymous, recipients: [] })).toEqual({ ...anonymous, recipients: [] })
})

test.each([
  ['status', 'Email_Delivered'],
  ['type', 'Shipment'],
  ['lastUpdate', '2026-07-27T10:01:04+02:00'],
  ['shipmentId', 'x'],
])('a manifest with the wrong %s %s is not valid', (name, value) => {
  expect(shipmentReply.safeParse({ ...manifest, [name]: value }).success).toBe(false)
})

test('the id of a shipment may be any text', () => {
  expect(byShipmentId.parse({ id: 'not-a-guid' })).toEqual({ id: 'not-a-guid' })
})

rule('notifications §11', 'there are 6 statuses of orders, 14 of SMS and 16 of email', () => {
  expect([orderStatuses.length, smsStatuses.length, emailStatuses.length]).toEqual([6, 14, 16])
})
