import { expect, test } from 'vitest'
import { type OrderRequest, orderRequest } from '../../../src/wire/notifications/order.ts'
import { orderRules } from '../../../src/wire/notifications/order-rules.ts'
import { loadPhoneNumbers } from '../../../src/wire/values/phone-number.ts'
import { rule } from '../../support/rule.ts'
import { told } from '../../support/told.ts'

const now = Date.parse('2026-06-01T10:00:00Z')
const emailSettings = { subject: 'Subject', body: 'Body' }
const smsSettings = { body: 'Body' }
const toEmail = { recipientEmail: { emailAddress: 'user@example.org', emailSettings } }
const toPhone = (phoneNumber: string) => ({ recipientSms: { phoneNumber, smsSettings } })
const read = (more: object): OrderRequest => orderRequest.parse({ idempotencyId: 'id', recipient: toEmail, ...more })
const errorsOf = async (more: object) => {
  await loadPhoneNumbers()
  return told(() => orderRules(read(more), { now }))
}

test('only an order with a phone number needs the metadata', async () => {
  const reminded = read({ reminders: [{ delayDays: 1, recipient: toPhone('+4750000004') }] })

  expect(orderRules(read({}), { now })).toBeUndefined()
  expect(() => orderRules(reminded, { now })).toThrow('not loaded')

  await loadPhoneNumbers()

  expect(orderRules(reminded, { now })).toEqual({
    'Reminders[0].Recipient.RecipientSms.PhoneNumber': ['Recipient phone number is not a valid mobile number.'],
  })
})

const noZone = 'The requested send time value must have specified a time zone.'
const past = 'RequestedSendTime must be greater than or equal to now.'
const noUri = 'ConditionEndpoint must be a valid absolute URI or null.'
const noWeb = 'ConditionEndpoint must use http or https scheme.'
const either = 'Either DelayDays or RequestedSendTime must be defined, but not both.'
const noTime = 'RequestedSendTime must be null when DelayDays is set.'
const noDelay = 'DelayDays must be null when RequestedSendTime is set.'
const oneDay = 'DelayDays must be greater than or equal to 1 day.'
const reminderZone = 'The RequestedSendTime must have specified a time zone.'
const reminderPast = 'RequestedSendTime must be greater than or equal to the current UTC time.'
const endOfTime = 'DelayDays must not lead past the year 9999.'
const reminder = (more: object) => ({ reminders: [{ recipient: toEmail, ...more }] })

const cases: [what: string, more: object, errors: Record<string, string[]> | undefined][] = [
  ['a plain order', {}, undefined],
  ['a send time of this moment', { requestedSendTime: '2026-06-01T10:00:00Z' }, undefined],
  ['a send time of this moment elsewhere', { requestedSendTime: '2026-06-01T12:00:00+02:00' }, undefined],
  ['a send time of a moment ago', { requestedSendTime: '2026-06-01T09:59:59.999Z' }, { RequestedSendTime: [past] }],
  ['a send time without zone', { requestedSendTime: '2026-06-02T10:00:00' }, { RequestedSendTime: [noZone] }],
  ['a date for a send time', { requestedSendTime: '2026-06-02' }, { RequestedSendTime: [noZone] }],
  ['a past send time without zone', { requestedSendTime: '2026-06-01T09:00:00' }, { RequestedSendTime: [noZone, past] }],
  ['a relative condition', { conditionEndpoint: '/unread' }, { ConditionEndpoint: [noUri] }],
  ['a malformed condition', { conditionEndpoint: 'https://example.org/a b' }, { ConditionEndpoint: [noUri] }],
  ['a condition by FTP', { conditionEndpoint: 'ftp://example.org' }, { ConditionEndpoint: [noWeb] }],
  ['a condition', { conditionEndpoint: 'http://localhost:1/x' }, undefined],
  ['a reminder after some days', reminder({ delayDays: 1 }), undefined],
  ['a reminder at a time', reminder({ requestedSendTime: '2026-06-01T10:00:00Z' }), undefined],
  ['a reminder at no time', reminder({}), { 'Reminders[0]': [either] }],
  ['a reminder at nullified times', reminder({ delayDays: null, requestedSendTime: null }), { 'Reminders[0]': [either] }],
  [
    'a reminder at two times',
    reminder({ delayDays: 1, requestedSendTime: '2026-06-02T10:00:00Z' }),
    { 'Reminders[0]': [either], 'Reminders[0].RequestedSendTime': [noTime], 'Reminders[0].DelayDays': [noDelay] },
  ],
  ['a reminder after no days', reminder({ delayDays: 0 }), { 'Reminders[0].DelayDays': [oneDay] }],
  ['a reminder before the notification', reminder({ delayDays: -3 }), { 'Reminders[0].DelayDays': [oneDay] }],
  ['a reminder without zone', reminder({ requestedSendTime: '2026-06-02' }), { 'Reminders[0].RequestedSendTime': [reminderZone] }],
  ['a past reminder', reminder({ requestedSendTime: '2026-05-31T10:00Z' }), { 'Reminders[0].RequestedSendTime': [reminderPast] }],
  [
    'a past reminder without zone',
    reminder({ requestedSendTime: '2026-05-31' }),
    { 'Reminders[0].RequestedSendTime': [reminderZone, reminderPast] },
  ],
  ['a reminder past all calendars', reminder({ delayDays: 2_147_483_647 }), { 'Reminders[0].DelayDays': [endOfTime] }],
  [
    'a reminder that the send time carries past all calendars',
    { requestedSendTime: '9999-12-31T00:00:00Z', ...reminder({ delayDays: 1 }) },
    { 'Reminders[0].DelayDays': [endOfTime] },
  ],
  ['a reminder on the last day', { requestedSendTime: '9999-12-30T00:00:00Z', ...reminder({ delayDays: 1 }) }, undefined],
  ['a relative condition of a reminder', reminder({ delayDays: 1, conditionEndpoint: '' }), { 'Reminders[0].ConditionEndpoint': [noUri] }],
  [
    'a condition of a reminder by mail',
    reminder({ delayDays: 1, conditionEndpoint: 'mailto:x' }),
    { 'Reminders[0].ConditionEndpoint': [noWeb] },
  ],
  [
    'a reminder before its notification, which nobody checks',
    { requestedSendTime: '2027-01-01T00:00:00Z', ...reminder({ requestedSendTime: '2026-07-01T00:00:00Z' }) },
    undefined,
  ],
  [
    'a third reminder to nobody',
    { reminders: [...reminder({ delayDays: 1 }).reminders, ...reminder({ delayDays: 2 }).reminders, { delayDays: 3, recipient: {} }] },
    { 'Reminders[2].Recipient': ['Must have exactly one recipient.'] },
  ],
]

for (const [what, more, errors] of cases) {
  rule('notifications §4.5', what, async () => {
    expect(await errorsOf(more)).toEqual(errors)
  })
}

rule('notifications §4.2', 'everything wrong is told at once', async () => {
  const errors = await errorsOf({
    requestedSendTime: '2026-01-01',
    conditionEndpoint: 'x',
    recipient: {},
    reminders: [{ recipient: { ...toEmail, ...toPhone('0') } }],
  })

  expect(Object.keys(errors ?? {})).toEqual([
    'RequestedSendTime',
    'ConditionEndpoint',
    'Recipient',
    'Reminders[0]',
    'Reminders[0].Recipient',
    'Reminders[0].Recipient.RecipientSms.PhoneNumber',
  ])
})

test('an endless list of bad reminders gets an answer that ends', async () => {
  const errors = await errorsOf({ reminders: Array.from({ length: 100_000 }, () => ({ recipient: {} })) })

  expect(Object.keys(errors ?? {}).length).toBe(200)
})
