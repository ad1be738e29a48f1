import { expect, test } from 'vitest'
import { z } from 'zod'
import { orderRequest } from '../../../../../src/service/areas/notifications/constraints/order.ts'
import { orderReply } from '../../../../../src/service/areas/notifications/constraints/replies.ts'
import { rule } from '../../../../support/rule.ts'

const email = { subject: 'Subject', body: 'Body' }
const sms = { body: 'Body' }
const order = (recipient: object, more: object = {}) => ({ idempotencyId: 'id', recipient, ...more })
const person = (more: object) => order({ recipientPerson: { nationalIdentityNumber: '12838590150', channelSchema: 'Sms', ...more } })
const reminder = (more: object) => order({}, { reminders: [{ recipient: {}, ...more }] })

const readable: [what: string, request: object][] = [
  ['an email recipient', order({ recipientEmail: { emailAddress: 'user@example.org', emailSettings: email } })],
  ['an SMS recipient', order({ recipientSms: { phoneNumber: '+4799999999', smsSettings: sms } })],
  ['a person', person({ smsSettings: sms, ignoreReservation: true, useStaleContactInformation: false })],
  ['an organization', order({ recipientOrganization: { orgNumber: '991825827', channelSchema: 'EmailAndSms', emailSettings: email } })],
  ['an external identity', order({ recipientExternalIdentity: { externalIdentity: 'urn:altinn:username:kari', channelSchema: 'Email' } })],
  ['a missing recipient, which the rules refuse', order({})],
  ['null for optional objects', order({ recipientEmail: null, recipientSms: null }, { reminders: null, dialogportenAssociation: null })],
  ['null for optional texts', order({}, { sendersReference: null, conditionEndpoint: null })],
  ['null in settings', person({ emailSettings: { ...email, senderEmailAddress: null }, smsSettings: { ...sms, sender: null } })],
  ['null in a lookup', person({ emailSettings: null, smsSettings: null, resourceId: null, resourceAction: null })],
  ['null in a reminder', reminder({ delayDays: null, requestedSendTime: null, conditionEndpoint: null, sendersReference: null })],
  ['a Dialogporten association', order({}, { dialogportenAssociation: { dialogId: null, transmissionId: 'x' } })],
  ['an empty list of reminders', order({}, { reminders: [] })],
  [
    'an integer without a name in its enumeration',
    person({ channelSchema: 9, emailSettings: { ...email, contentType: -1, sendingTimePolicy: 0 } }),
  ],
  ['a date as send time', order({}, { requestedSendTime: '2026-06-01' })],
  ['a relative condition endpoint', order({}, { conditionEndpoint: '/relative' })],
]

for (const [contents, request] of readable) {
  rule('notifications §3.1, notifications §3.2', `an order with ${contents} can be read`, () => {
    expect(orderRequest.parse(request)).toEqual(request)
  })
}

const unreadable: [what: string, path: string, request: object][] = [
  ['no idempotencyId', 'idempotencyId', { recipient: {} }],
  ['null as idempotencyId', 'idempotencyId', order({}, { idempotencyId: null })],
  ['a blank idempotencyId', 'idempotencyId', order({}, { idempotencyId: ' \t\n' })],
  ['null as recipient', 'recipient', { idempotencyId: 'id', recipient: null }],
  ['null as send time', 'requestedSendTime', order({}, { requestedSendTime: null })],
  ['an unreadable send time', 'requestedSendTime', order({}, { requestedSendTime: 'tomorrow' })],
  ['an unreadable condition endpoint', 'conditionEndpoint', order({}, { conditionEndpoint: 'http://' })],
  ['no channel schema', 'recipient.recipientPerson.channelSchema', order({ recipientPerson: { nationalIdentityNumber: '12838590150' } })],
  ['null as channel schema', 'recipient.recipientPerson.channelSchema', person({ channelSchema: null })],
  ['an unknown channel schema', 'recipient.recipientPerson.channelSchema', person({ channelSchema: 'Fax' })],
  ['an integer beyond 32 bits', 'recipient.recipientPerson.channelSchema', person({ channelSchema: 2 ** 31 })],
  ['null as flag', 'recipient.recipientPerson.ignoreReservation', person({ ignoreReservation: null })],
  ['a text as flag', 'recipient.recipientPerson.ignoreReservation', person({ ignoreReservation: 'true' })],
  [
    'null as policy',
    'recipient.recipientPerson.smsSettings.sendingTimePolicy',
    person({ smsSettings: { ...sms, sendingTimePolicy: null } }),
  ],
  ['a delay of half a day', 'reminders.0.delayDays', reminder({ delayDays: 1.5 })],
  ['a delay beyond 32 bits', 'reminders.0.delayDays', reminder({ delayDays: 2 ** 31 })],
  ['null among reminders', 'reminders.0', order({}, { reminders: [null] })],
]

for (const [what, path, request] of unreadable) {
  rule('notifications §3.1, notifications §3.2', `${what} is an issue at ${path}`, () => {
    expect(orderRequest.safeParse(request).error?.issues.map((issue) => issue.path.join('.'))).toEqual([path])
  })
}

rule('notifications §3.1', 'unknown properties are left out', () => {
  const value = orderRequest.parse(order({ recipientFax: 1 }, { associationDialogporten: {} }))

  expect(value).toEqual({ idempotencyId: 'id', recipient: {} })
})

test('the JSON Schema shows the numbers of enumerations', () => {
  const text = JSON.stringify(z.toJSONSchema(orderRequest, { io: 'input' }))

  expect(text).toContain('"numbers":{"0":"Email","1":"Sms","2":"EmailPreferred","3":"SmsPreferred","4":"EmailAndSms"}')
  expect(text).toContain('"numbers":{"1":"Anytime","2":"Daytime"}')
  expect(text).toContain('"numbers":{"0":"Plain","1":"Html"}')
})

rule('notifications §1.1', 'the properties of a reply are in the order of the wire', () => {
  const shipmentId = '91d7a3a4-0b3f-4b1e-a3c5-6f2e8d4c7b98'
  const reply = {
    notificationOrderId: shipmentId,
    notification: { reminders: [{ shipmentId }], shipmentId, sendersReference: 'case-7741' },
  }

  expect(JSON.stringify(orderReply.parse(reply))).toBe(JSON.stringify(reply))
})
