import { expect, test } from 'vitest'
import { readers } from '../../../../../src/service/areas/index.ts'
import { orderRequest } from '../../../../../src/service/areas/notifications/constraints/order.ts'
import { notificationErrors } from '../../../../../src/service/areas/notifications/constraints/validation-errors.ts'
import { rule } from '../../../../support/rule.ts'
import { validationErrors } from '../../../../support/validation-errors.ts'

const parameter = { notificationOrderRequest: ['The notificationOrderRequest field is required.'] }
const models = 'Altinn.Notifications.Models'

/** `canonical` is the body with the names of the schema, where the text spells them otherwise. */
function errorsOf(text: string, canonical: unknown = JSON.parse(text)) {
  const issues = orderRequest.safeParse(canonical).error?.issues ?? []
  return validationErrors(() => notificationErrors(issues, JSON.parse(text), text))
}

const order = (recipient: object, more: object = {}) => JSON.stringify({ idempotencyId: 'id', recipient, ...more })
const settings = { emailSettings: {}, smsSettings: {} }

const empty = (name: string, module: string, names: string) =>
  [order({ [name]: {} }), `$.recipient.${name}`, `${module}.R${name.slice(1)}Ext`, names] as const

const incomplete: [what: string, text: string, key: string, type: string, names: string][] = [
  ['an empty order', '{}', '$', 'NotificationOrderChainRequestExt', "'idempotencyId', 'recipient'"],
  ['an order without id', '{ "recipient": {} }', '$', 'NotificationOrderChainRequestExt', "'idempotencyId'"],
  ['an empty email recipient', ...empty('recipientEmail', 'Email', "'emailAddress', 'emailSettings'")],
  ['an empty SMS recipient', ...empty('recipientSms', 'Sms', "'phoneNumber', 'smsSettings'")],
  ['an empty person', ...empty('recipientPerson', 'Recipient', "'nationalIdentityNumber', 'channelSchema'")],
  ['an empty organization', ...empty('recipientOrganization', 'Recipient', "'orgNumber', 'channelSchema'")],
  ['an empty identity', ...empty('recipientExternalIdentity', 'Recipient', "'externalIdentity', 'channelSchema'")],
  ['an empty reminder', order({}, { reminders: [{}] }), '$.reminders[0]', 'NotificationReminderExt', "'recipient'"],
  [
    'empty email settings, which end before the person does',
    order({ recipientPerson: settings }),
    '$.recipient.recipientPerson.emailSettings',
    'Email.EmailSendingOptionsExt',
    "'subject', 'body'",
  ],
  [
    'empty SMS settings',
    order({ recipientSms: { phoneNumber: '1', smsSettings: {} } }),
    '$.recipient.recipientSms.smsSettings',
    'Sms.SmsSendingOptionsExt',
    "'body'",
  ],
]

for (const [what, text, key, type, names] of incomplete) {
  rule('notifications §4.3', `the error for ${what} names the missing properties`, () => {
    const message = `JSON deserialization for type '${models}.${type}' was missing required properties including: ${names}.`

    expect(errorsOf(text)).toEqual({ [key]: [message], ...parameter })
  })
}

const person = (more: object) => order({ recipientPerson: { nationalIdentityNumber: '1', channelSchema: 'Sms', ...more } })
const reminder = (more: object) => order({}, { reminders: [{ recipient: {}, ...more }] })
const email = { subject: 'S', body: 'B' }

const misread: [text: string, path: string, type: string][] = [
  ['[]', '$', `${models}.NotificationOrderChainRequestExt`],
  ['"text"', '$', `${models}.NotificationOrderChainRequestExt`],
  ['{"idempotencyId":7,"recipient":{}}', '$.idempotencyId', 'System.String'],
  ['{"idempotencyId":"id","recipient":"x"}', '$.recipient', `${models}.NotificationRecipientExt`],
  [order({}, { requestedSendTime: null }), '$.requestedSendTime', 'System.DateTime'],
  [order({}, { requestedSendTime: 'soon' }), '$.requestedSendTime', 'System.DateTime'],
  [order({}, { conditionEndpoint: 'http://' }), '$.conditionEndpoint', 'System.Uri'],
  [order({}, { conditionEndpoint: 1 }), '$.conditionEndpoint', 'System.Uri'],
  [order({}, { reminders: {} }), '$.reminders', `System.Collections.Generic.List\`1[${models}.NotificationReminderExt]`],
  [order({}, { reminders: [7] }), '$.reminders[0]', `${models}.NotificationReminderExt`],
  [order({}, { dialogportenAssociation: 1 }), '$.dialogportenAssociation', `${models}.DialogportenIdentifiersExt`],
  [reminder({ delayDays: 'x' }), '$.reminders[0].delayDays', 'System.Nullable`1[System.Int32]'],
  [reminder({ delayDays: 1.5 }), '$.reminders[0].delayDays', 'System.Nullable`1[System.Int32]'],
  [reminder({ requestedSendTime: '31.12.2026' }), '$.reminders[0].requestedSendTime', 'System.Nullable`1[System.DateTime]'],
  [person({ channelSchema: 'Fax' }), '$.recipient.recipientPerson.channelSchema', `${models}.NotificationChannelExt`],
  [person({ channelSchema: null }), '$.recipient.recipientPerson.channelSchema', `${models}.NotificationChannelExt`],
  [person({ ignoreReservation: 'true' }), '$.recipient.recipientPerson.ignoreReservation', 'System.Boolean'],
  [person({ useStaleContactInformation: null }), '$.recipient.recipientPerson.useStaleContactInformation', 'System.Boolean'],
  [
    person({ emailSettings: { ...email, contentType: 'Rtf' } }),
    '$.recipient.recipientPerson.emailSettings.contentType',
    `${models}.EmailContentTypeExt`,
  ],
  [
    person({ smsSettings: { body: 'B', sendingTimePolicy: null } }),
    '$.recipient.recipientPerson.smsSettings.sendingTimePolicy',
    `${models}.SendingTimePolicyExt`,
  ],
  [order({ recipientEmail: 'x' }), '$.recipient.recipientEmail', `${models}.Email.RecipientEmailExt`],
  [order({ recipientSms: 'x' }), '$.recipient.recipientSms', `${models}.Sms.RecipientSmsExt`],
]

for (const [text, path, type] of misread) {
  rule('notifications §4.3', `${text} cannot be converted at ${path}`, () => {
    const [message] = errorsOf(text)[path] ?? []

    expect(message).toMatch(/ Path: \S+ \| LineNumber: 0 \| BytePositionInLine: \d+\.$/)
    expect(message?.startsWith(`The JSON value could not be converted to ${type}. Path: ${path} |`)).toBe(true)
    expect(Object.keys(errorsOf(text))).toEqual([path, 'notificationOrderRequest'])
  })
}

rule('notifications §4.3', 'an error gives line and byte after the invalid value, and the path with the names of the client', () => {
  const text = '{\n  "IdempotencyId": "blåbær",\n  "RECIPIENT": {\n    "RecipientPerson": {\n      "ChannelSchema": "Fåx" } } }'
  const canonical = { idempotencyId: 'x', recipient: { recipientPerson: { channelSchema: 'Fåx' } } }
  const path = '$.RECIPIENT.RecipientPerson.ChannelSchema'

  expect(errorsOf(text, canonical)).toEqual({
    [path]: [
      `The JSON value could not be converted to ${models}.NotificationChannelExt. Path: ${path} | LineNumber: 4 | BytePositionInLine: 29.`,
    ],
    ...parameter,
  })
})

rule('notifications §4.2', 'only the first unreadable value of the text is reported', () => {
  const late = '{"reminders":[{"delayDays":"x"}],"recipient":{"recipientPerson":{"channelSchema":"Fax"}},"idempotencyId":7}'
  const early = '{"idempotencyId":7,"recipient":{"recipientPerson":{"channelSchema":"Fax"}},"reminders":[{"delayDays":"x"}]}'

  expect(Object.keys(errorsOf(late))[0]).toBe('$.reminders[0].delayDays')
  expect(Object.keys(errorsOf(early))[0]).toBe('$.idempotencyId')
})

rule('notifications §4.2', 'a missing property counts as found at the end of its object', () => {
  const unreadableWithin = '{"recipient":{"recipientPerson":{"channelSchema":"Fax"}}}'
  const unreadableAfter = '{"recipient":{"recipientPerson":{}},"requestedSendTime":"x"}'

  expect(Object.keys(errorsOf(unreadableWithin))[0]).toBe('$.recipient.recipientPerson.channelSchema')
  expect(Object.keys(errorsOf(unreadableAfter))[0]).toBe('$.recipient.recipientPerson')
})

const requiredField = (name: string) => [`The ${name} field is required.`]

rule('notifications §4.2, notifications §4.4', 'all required values that are null or blank are reported at once by their names', () => {
  const text = JSON.stringify({
    idempotencyId: ' ',
    recipient: {
      recipientEmail: { emailAddress: '', emailSettings: { subject: null, body: '\n' } },
      recipientSms: { phoneNumber: null, smsSettings: null },
      recipientPerson: {
        nationalIdentityNumber: null,
        channelSchema: 'Sms',
        smsSettings: { body: '' },
        emailSettings: { subject: '', body: 'B' },
      },
    },
    reminders: [{ recipient: null }, { recipient: { recipientEmail: { emailAddress: 'x', emailSettings: null } } }],
  })

  expect(errorsOf(text)).toEqual({
    IdempotencyId: requiredField('IdempotencyId'),
    'Recipient.RecipientEmail.EmailAddress': requiredField('EmailAddress'),
    'Recipient.RecipientEmail.Settings.Subject': requiredField('Subject'),
    'Recipient.RecipientEmail.Settings.Body': requiredField('Body'),
    'Recipient.RecipientSms.PhoneNumber': requiredField('PhoneNumber'),
    'Recipient.RecipientSms.Settings': requiredField('Settings'),
    'Recipient.RecipientPerson.NationalIdentityNumber': requiredField('NationalIdentityNumber'),
    'Recipient.RecipientPerson.EmailSettings.Subject': requiredField('Subject'),
    'Recipient.RecipientPerson.SmsSettings.Body': requiredField('Body'),
    'Reminders[0].Recipient': requiredField('Recipient'),
    'Reminders[1].Recipient.RecipientEmail.Settings': requiredField('Settings'),
  })
})

rule('notifications §4.2', 'required values are not reported while another value cannot be read', () => {
  expect(errorsOf('{"idempotencyId":"","recipient":{"recipientPerson":{}}}')).not.toHaveProperty('IdempotencyId')
})

rule('decisions §1 #11', 'a null among reminders is reported with its index', () => {
  expect(errorsOf(order({}, { reminders: [{ recipient: {} }, null] }))).toEqual({ 'Reminders[1]': ['A list entry must not be null.'] })
})

test('10,000 nulls among reminders give at most 200 errors', () => {
  const text = order({}, { reminders: Array.from({ length: 10_000 }, () => null) })

  expect(Object.keys(errorsOf(text)).length).toBe(200)
})

test('a very long list of unreadable values gets the error of its first entry', () => {
  const text = `{"padding":{${Array.from({ length: 20_000 }, (_, at) => `"p${at}":0`).join()}},${order({}, { reminders: Array.from({ length: 20_000 }, () => 7) }).slice(1)}`

  expect(Object.keys(errorsOf(text))[0]).toBe('$.reminders[0]')
})

const malformed: [text: string, path: string, place: string][] = [
  ['{ foo', '$', 'LineNumber: 0 | BytePositionInLine: 2'],
  ['{"recipient": {\n "recipientPerson": x } }', '$.recipient.recipientPerson', 'LineNumber: 1 | BytePositionInLine: 20'],
  ['{"reminders": [{}, ?]}', '$.reminders[1]', 'LineNumber: 0 | BytePositionInLine: 19'],
  ['  \n ', '$', 'LineNumber: 1 | BytePositionInLine: 1'],
  ['{"a": 1', '$.a', 'LineNumber: 0 | BytePositionInLine: 7'],
  ['{"a": 1 ', '$', 'LineNumber: 0 | BytePositionInLine: 8'],
  ['{"a": "\n"}', '$.a', 'LineNumber: 0 | BytePositionInLine: 7'],
  ['['.repeat(40), `$${'[0]'.repeat(32)}`, 'LineNumber: 0 | BytePositionInLine: 32'],
]

for (const [text, path, place] of malformed) {
  rule('notifications §4.3', `${JSON.stringify(text)} is malformed at ${path}`, () => {
    const errors = readers.notifications.malformed(text, 'Any reason.')

    expect(Object.keys(errors)).toEqual([path, 'notificationOrderRequest'])
    expect(errors[path]?.[0]).toMatch(/^[^|]+[.] Path: /)
    expect(errors[path]?.[0]?.endsWith(`Path: ${path} | ${place}.`)).toBe(true)
  })
}

test('without a text, the error gives the reason', () => {
  const message = 'The body is not valid UTF-8. Path: $ | LineNumber: 0 | BytePositionInLine: 0.'

  expect(readers.notifications.malformed('', 'The body is not valid UTF-8.')).toEqual({ $: [message], ...parameter })
})

rule('notifications §4.3', 'an empty body has a message of its own', () => {
  expect(readers.notifications.empty()).toEqual({ '': ['A non-empty request body is required.'], ...parameter })
})
