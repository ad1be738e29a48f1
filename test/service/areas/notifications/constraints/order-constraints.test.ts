import { expect, test } from 'vitest'
import { type OrderRequest, orderRequest } from '../../../../../src/service/areas/notifications/constraints/order.ts'
import { orderConstraints } from '../../../../../src/service/areas/notifications/constraints/order-constraints.ts'
import { loadPhoneNumbers } from '../../../../../src/service/wire/identifiers.ts'
import { rule } from '../../../../support/rule.ts'
import { validationErrors } from '../../../../support/validation-errors.ts'

const now = Date.parse('2026-06-01T10:00:00Z')
const emailSettings = { subject: 'Subject', body: 'Body' }
const smsSettings = { body: 'Body' }
const toEmail = { recipientEmail: { emailAddress: 'user@example.org', emailSettings } }
const toPhone = (phoneNumber: string) => ({ recipientSms: { phoneNumber, smsSettings } })
const read = (more: object): OrderRequest => orderRequest.parse({ idempotencyId: 'id', recipient: toEmail, ...more })
const errorsOf = async (more: object) => {
  await loadPhoneNumbers()
  return validationErrors(() => orderConstraints(read(more), { now }))
}

test('only an order with a phone number needs the metadata', async () => {
  const reminded = read({ reminders: [{ delayDays: 1, recipient: toPhone('+4750000004') }] })

  expect(orderConstraints(read({}), { now })).toBeUndefined()
  expect(() => orderConstraints(reminded, { now })).toThrow('not loaded')

  await loadPhoneNumbers()

  expect(orderConstraints(reminded, { now })).toEqual({
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

const cases: [contents: string, more: object, errors: Record<string, string[]> | undefined][] = [
  ['no optional properties', {}, undefined],
  ['the current time as send time', { requestedSendTime: '2026-06-01T10:00:00Z' }, undefined],
  ['the current time in another time zone as send time', { requestedSendTime: '2026-06-01T12:00:00+02:00' }, undefined],
  ['a send time in the past', { requestedSendTime: '2026-06-01T09:59:59.999Z' }, { RequestedSendTime: [past] }],
  ['a send time without a time zone', { requestedSendTime: '2026-06-02T10:00:00' }, { RequestedSendTime: [noZone] }],
  ['a date as send time', { requestedSendTime: '2026-06-02' }, { RequestedSendTime: [noZone] }],
  ['a past send time without a time zone', { requestedSendTime: '2026-06-01T09:00:00' }, { RequestedSendTime: [noZone, past] }],
  ['a relative condition endpoint', { conditionEndpoint: '/unread' }, { ConditionEndpoint: [noUri] }],
  ['a malformed condition endpoint', { conditionEndpoint: 'https://example.org/a b' }, { ConditionEndpoint: [noUri] }],
  ['a condition endpoint with the scheme ftp', { conditionEndpoint: 'ftp://example.org' }, { ConditionEndpoint: [noWeb] }],
  ['a valid condition endpoint', { conditionEndpoint: 'http://localhost:1/x' }, undefined],
  ['a reminder with a delay', reminder({ delayDays: 1 }), undefined],
  ['a reminder with a send time', reminder({ requestedSendTime: '2026-06-01T10:00:00Z' }), undefined],
  ['a reminder without delay and send time', reminder({}), { 'Reminders[0]': [either] }],
  ['a reminder whose delay and send time are null', reminder({ delayDays: null, requestedSendTime: null }), { 'Reminders[0]': [either] }],
  [
    'a reminder with both delay and send time',
    reminder({ delayDays: 1, requestedSendTime: '2026-06-02T10:00:00Z' }),
    { 'Reminders[0]': [either], 'Reminders[0].RequestedSendTime': [noTime], 'Reminders[0].DelayDays': [noDelay] },
  ],
  ['a reminder with a delay of 0 days', reminder({ delayDays: 0 }), { 'Reminders[0].DelayDays': [oneDay] }],
  ['a reminder with a negative delay', reminder({ delayDays: -3 }), { 'Reminders[0].DelayDays': [oneDay] }],
  [
    'a reminder whose send time has no time zone',
    reminder({ requestedSendTime: '2026-06-02' }),
    { 'Reminders[0].RequestedSendTime': [reminderZone] },
  ],
  ['a reminder in the past', reminder({ requestedSendTime: '2026-05-31T10:00Z' }), { 'Reminders[0].RequestedSendTime': [reminderPast] }],
  [
    'a reminder in the past without a time zone',
    reminder({ requestedSendTime: '2026-05-31' }),
    { 'Reminders[0].RequestedSendTime': [reminderZone, reminderPast] },
  ],
  ['a delay that leads past the year 9999', reminder({ delayDays: 2_147_483_647 }), { 'Reminders[0].DelayDays': [endOfTime] }],
  [
    'a send time and delay that lead past the year 9999',
    { requestedSendTime: '9999-12-31T00:00:00Z', ...reminder({ delayDays: 1 }) },
    { 'Reminders[0].DelayDays': [endOfTime] },
  ],
  ['a reminder on the last day of 9999', { requestedSendTime: '9999-12-30T00:00:00Z', ...reminder({ delayDays: 1 }) }, undefined],
  [
    'an empty condition endpoint of a reminder',
    reminder({ delayDays: 1, conditionEndpoint: '' }),
    { 'Reminders[0].ConditionEndpoint': [noUri] },
  ],
  [
    'a condition endpoint of a reminder with the scheme mailto',
    reminder({ delayDays: 1, conditionEndpoint: 'mailto:x' }),
    { 'Reminders[0].ConditionEndpoint': [noWeb] },
  ],
  [
    'a reminder before its notification, which the service does not check',
    { requestedSendTime: '2027-01-01T00:00:00Z', ...reminder({ requestedSendTime: '2026-07-01T00:00:00Z' }) },
    undefined,
  ],
  [
    'a third reminder without recipient',
    { reminders: [...reminder({ delayDays: 1 }).reminders, ...reminder({ delayDays: 2 }).reminders, { delayDays: 3, recipient: {} }] },
    { 'Reminders[2].Recipient': ['Must have exactly one recipient.'] },
  ],
]

for (const [contents, more, errors] of cases) {
  rule('notifications §4.5', `an order with ${contents} has ${errors ? 'errors' : 'no errors'}`, async () => {
    expect(await errorsOf(more)).toEqual(errors)
  })
}

rule('notifications §4.2', 'all errors are reported at once', async () => {
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

test('100,000 bad reminders give at most 200 errors', async () => {
  const errors = await errorsOf({ reminders: Array.from({ length: 100_000 }, () => ({ recipient: {} })) })

  expect(Object.keys(errors ?? {}).length).toBe(200)
})
