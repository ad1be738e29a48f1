import { expiryOf, expiryRun } from '../../../../src/service/areas/notifications/messages.ts'
import type { Shipment } from '../../../../src/service/areas/notifications/records.ts'
import type { Channel } from '../../../../src/service/areas/notifications/wire.ts'
import { expect, rule } from '../../../support/rule.ts'

const time = (text: string) => Date.parse(text)

const shipment = (sent: string, policy: 'Anytime' | 'Daytime' | undefined, more: Partial<Shipment> = {}): Shipment => ({
  id: 'e7b7c1de-2d0e-4f0a-8f63-3d1f6b7a9c10',
  orderId: '91d7a3a4-0b3f-4b1e-a3c5-6f2e8d4c7b98',
  creator: 'ttd',
  owner: '991825827',
  type: 'Notification',
  sendersReference: null,
  requestedSendTime: time(sent),
  conditionEndpoint: null,
  recipient: {
    recipientPerson: {
      nationalIdentityNumber: '12838590150',
      channelSchema: 'EmailAndSms',
      smsSettings: { body: 'Body', sendingTimePolicy: policy },
      emailSettings: { subject: 'Subject', body: 'Body' },
    },
  },
  created: time('2026-05-01T00:00:00Z'),
  status: 'Order_Registered',
  lastUpdate: 0,
  entries: [],
  ...more,
})

const kinds: readonly [Channel, 'Anytime' | 'Daytime' | undefined, sent: string, expiry: string][] = [
  ['Email', undefined, '2026-06-01T01:00:00Z', '2026-06-03T01:00:00Z'],
  ['Email', 'Daytime', '2026-06-01T01:00:00Z', '2026-06-03T01:00:00Z'],
  ['SMS', 'Anytime', '2026-06-01T01:00:00Z', '2026-06-03T01:00:00Z'],
  ['SMS', 'Daytime', '2026-06-01T10:00:00Z', '2026-06-03T10:00:00Z'],
  ['SMS', undefined, '2026-06-01T10:00:00Z', '2026-06-03T10:00:00Z'],
  ['SMS', undefined, '2026-06-01T01:00:00Z', '2026-06-03T07:00:00Z'],
  ['SMS', undefined, '2026-06-01T06:59:59.999Z', '2026-06-03T07:00:00Z'],
  ['SMS', undefined, '2026-06-01T07:00:00Z', '2026-06-04T07:00:00Z'],
  ['SMS', undefined, '2026-06-01T07:00:00.001Z', '2026-06-03T07:00:00.001Z'],
  ['SMS', undefined, '2026-06-01T14:59:59.999Z', '2026-06-03T14:59:59.999Z'],
  ['SMS', undefined, '2026-06-01T15:00:00Z', '2026-06-04T07:00:00Z'],
  ['SMS', undefined, '2026-06-01T21:59:59Z', '2026-06-04T07:00:00Z'],
  ['SMS', undefined, '2026-06-01T22:00:00Z', '2026-06-04T07:00:00Z'],
  ['SMS', undefined, '2026-12-01T07:59:59Z', '2026-12-03T08:00:00Z'],
  ['SMS', undefined, '2026-10-24T20:00:00Z', '2026-10-27T07:00:00Z'],
]

for (const [channel, policy, sent, expiry] of kinds) {
  rule('notifications §10.2', `${channel} ${policy ?? 'by default'} of ${sent} expires at ${expiry}`, () => {
    expect(expiryOf(shipment(sent, policy), { channel })).toBe(time(expiry))
  })
}

rule('notifications §10.2', 'a message with an expiry of its own expires then', () => {
  const instant = shipment('2026-06-01T20:00:00Z', undefined, { type: 'Instant' })

  expect(expiryOf(instant, { channel: 'SMS', expires: time('2026-06-01T20:01:00Z') })).toBe(time('2026-06-01T20:01:00Z'))
})

for (const [expiry, run] of [
  ['2026-06-03T10:00:00Z', '2026-06-03T10:15:00Z'],
  ['2026-06-03T10:09:59.999Z', '2026-06-03T10:15:00Z'],
  ['2026-06-03T10:10:00Z', '2026-06-03T10:30:00Z'],
  ['2026-06-03T10:14:59Z', '2026-06-03T10:30:00Z'],
] as const) {
  rule('notifications §10.1, notifications §10.2', `what expires at ${expiry} fails with the run at ${run}`, () => {
    expect(expiryRun(time(expiry))).toBe(time(run))
  })
}
