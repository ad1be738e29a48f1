import type { EmailSettings, SmsSettings } from '../../../../../src/service/areas/notifications/constraints/order.ts'
import { segmentsOf, textOf } from '../../../../../src/service/areas/notifications/messages/texts.ts'
import type { Entry, Shipment } from '../../../../../src/service/areas/notifications/records.ts'
import type { Channel } from '../../../../../src/service/areas/notifications/wire.ts'
import { expect, rule } from '../../../../support/rule.ts'

const shipment = (type: Shipment['type'], recipient: Shipment['recipient']): Shipment => ({
  id: 'e7b7c1de-2d0e-4f0a-8f63-3d1f6b7a9c10',
  orderId: '91d7a3a4-0b3f-4b1e-a3c5-6f2e8d4c7b98',
  creator: 'ttd',
  owner: '991825827',
  type,
  sendersReference: null,
  requestedSendTime: 0,
  conditionEndpoint: null,
  recipient,
  created: 0,
  status: 'Order_Registered',
  lastUpdate: 0,
  entries: [],
})
const entry = (channel: Channel): Entry => ({ channel, destination: '', status: `${channel}_New`, lastUpdate: 0 })
const sms = (smsSettings: Partial<SmsSettings>, type: Shipment['type'] = 'Notification') =>
  textOf(
    shipment(type, { recipientSms: { phoneNumber: '+4799999999', smsSettings: { body: 'Body', ...smsSettings } } }),
    entry('SMS'),
    'test',
  )
const email = (emailSettings: Partial<EmailSettings>, type: Shipment['type'] = 'Notification') =>
  textOf(
    shipment(type, {
      recipientEmail: { emailAddress: 'a@example.org', emailSettings: { subject: 'Subject', body: 'Body', ...emailSettings } },
    }),
    entry('Email'),
    'test',
  )

rule('notifications §3.2', 'each line break of a subject becomes one space; those of a body stay', () => {
  expect(email({ subject: 'a\r\nb\nc\rd\n\ne', body: 'a\r\nb' })).toMatchObject({ subject: 'a b c d  e', body: 'a\r\nb' })
})

rule('notifications §3.5', 'the subject of an instant email is sent as it is', () => {
  expect(email({ subject: 'a\r\nb' }, 'Instant')).toMatchObject({ subject: 'a\r\nb' })
})

for (const [sender, from] of [
  [undefined, 'Altinn-test'],
  [null, 'Altinn-test'],
  ['', 'Altinn-test'],
  ['  ', 'Altinn-test'],
  [' Etaten ', 'Etaten'],
] as const) {
  rule('notifications §3.2', `an SMS whose sender is ${JSON.stringify(sender)} comes from ${from}`, () => {
    expect(sms({ sender })).toEqual({ from, body: 'Body' })
  })
}

rule('notifications §3.3', 'the sender of an instant SMS is not trimmed', () => {
  expect([sms({ sender: ' Etaten ' }, 'Instant')?.from, sms({ sender: ' ' }, 'Instant')?.from]).toEqual([' Etaten ', 'Altinn-test'])
})

rule('notifications §3.2, notifications §13', 'an email comes from the sender it names, trimmed, or the default, as plain text', () => {
  expect(email({ senderEmailAddress: ' etat@example.org ', contentType: 'Html' })).toMatchObject({
    from: 'etat@example.org',
    contentType: 'Html',
  })
  expect(email({})).toMatchObject({ from: 'noreply@altinn.cloud', contentType: 'Plain' })
})

for (const [what, body, segments, truncated] of [
  ['nothing', '', 1, false],
  ['160 letters', 'x'.repeat(160), 1, false],
  ['161 letters', 'x'.repeat(161), 2, false],
  ['160 spaces', ' '.repeat(160), 1, false],
  ['268 letters', 'x'.repeat(268), 2, false],
  ['269 letters', 'x'.repeat(269), 3, false],
  ['26 of æ, each six characters when encoded', 'æ'.repeat(26), 1, false],
  ['27 of æ', 'æ'.repeat(27), 2, false],
  ['2,144 letters', 'x'.repeat(2_144), 16, false],
  ['2,145 letters', 'x'.repeat(2_145), 16, true],
] as const) {
  rule('notifications §10.6', `${what}: ${segments}${truncated ? ', and cut' : ''}`, () => {
    expect(segmentsOf(body)).toEqual({ segments, truncated })
  })
}
