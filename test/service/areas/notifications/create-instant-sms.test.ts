import { expectErrors, instant, instantRules, lacks, parameter, required, smsDelivery, unconvertible } from '../../../support/instant.ts'
import { recordOf, ttd } from '../../../support/orders.ts'
import { expect, rule } from '../../../support/rule.ts'
import { standin } from '../../../support/standin.ts'

const id = 'notifications.createInstantSms'
instantRules(id)

const message = (more: object = {}, over: object = {}) => ({ idempotencyId: 'otp-1', recipientSms: smsDelivery(more), ...over })
const delivery = 'Sms.ShortMessageDeliveryDetailsExt'
const root = 'Orders.InstantSmsNotificationOrderRequestExt'
const notValid = { 'RecipientSms.PhoneNumber': ['Recipient phone number is not a valid mobile number.'] }
const life = { 'RecipientSms.TimeToLiveInSeconds': ['Time-to-live must be between 60 and 172800 seconds (48 hours).'] }

rule('notifications §4.2, notifications §4.3', 'a value that cannot be read is named by its path, and the parameter too', async () => {
  await expectErrors(id, [
    ['nothing', {}, { $: lacks(root, 'idempotencyId', 'recipientSms'), ...parameter }],
    [
      'an empty recipient',
      { idempotencyId: 'a', recipientSms: {} },
      { '$.recipientSms': lacks(delivery, 'phoneNumber', 'timeToLiveInSeconds', 'smsSettings'), ...parameter },
    ],
    ['no text', message({ smsSettings: {} }), { '$.recipientSms.smsSettings': lacks('Sms.ShortMessageContentExt', 'body'), ...parameter }],
    [
      'a life that is null',
      message({ timeToLiveInSeconds: null }),
      { '$.recipientSms.timeToLiveInSeconds': unconvertible('System.Int32', '$.recipientSms.timeToLiveInSeconds'), ...parameter },
    ],
    [
      'half a second',
      message({ timeToLiveInSeconds: 300.5 }),
      { '$.recipientSms.timeToLiveInSeconds': unconvertible('System.Int32', '$.recipientSms.timeToLiveInSeconds'), ...parameter },
    ],
    [
      'a recipient that is a list',
      { idempotencyId: 'a', recipientSms: [] },
      { '$.recipientSms': unconvertible(`Altinn.Notifications.Models.${delivery}`, '$.recipientSms'), ...parameter },
    ],
    [
      'a number for a text',
      message({}, { sendersReference: 1 }),
      { '$.sendersReference': unconvertible('System.String', '$.sendersReference'), ...parameter },
    ],
    ['no JSON', '{ foo', { $: [expect.stringContaining('Path: $ | LineNumber: 0 | BytePositionInLine: 2.')], ...parameter }],
    ['no body', '', { '': ['A non-empty request body is required.'], ...parameter }],
    ['the literal null', 'null', { '': ['A non-empty request body is required.'], ...parameter }],
    ['depth', `{"x":${'['.repeat(32)}${']'.repeat(32)}}`, { '$.x': [expect.stringContaining('depth of 32')], ...parameter }],
  ])
})

rule('notifications §4.2, notifications §4.4', 'required members that are empty have the names of the server', async () => {
  await expectErrors(id, [
    [
      'blanks',
      message({ phoneNumber: ' ' }, { idempotencyId: '' }),
      { ...required('IdempotencyId'), ...required('RecipientSms.PhoneNumber') },
    ],
    ['a null recipient', { idempotencyId: 'a', recipientSms: null }, required('RecipientSms')],
    ['null settings', message({ smsSettings: null }), required('RecipientSms.ShortMessageContent')],
    ['a blank text', message({ smsSettings: { body: '\n' } }), required('RecipientSms.ShortMessageContent.Body')],
    ['a null number, before the rules', message({ phoneNumber: null, timeToLiveInSeconds: 1 }), required('RecipientSms.PhoneNumber')],
  ])
})

rule('notifications §4.5, notifications §4.6, notifications §3.3', 'a number must be valid, and a life a minute to two days', async () => {
  await expectErrors(id, [
    ...['99999999', '40000000', '+4750000004', '+47900000001', ' +4799999999', '++4740000000', '0', '+'.repeat(1000)].map(
      (phoneNumber) => [phoneNumber, message({ phoneNumber }), notValid] as const,
    ),
    ...[59, 0, -1, 172_801, 2_147_483_647].map((seconds) => [`${seconds} s`, message({ timeToLiveInSeconds: seconds }), life] as const),
    ['both', message({ phoneNumber: 'x', timeToLiveInSeconds: '1' }), { ...notValid, ...life }],
  ])
  const here = standin()
  for (const [at, timeToLiveInSeconds] of [60, 172_800, '300', '0300'].entries()) {
    const { status } = await here.client.call(id, { as: ttd, body: message({ timeToLiveInSeconds }, { idempotencyId: `${at}` }) })
    expect(status, String(timeToLiveInSeconds)).toBe(201)
  }
  for (const phoneNumber of ['004799999999', '+47 99 99 99 99', '+47 9999 9999 ', '+233242426224']) {
    const { status } = await here.client.call(id, { as: ttd, body: message({ phoneNumber }, { idempotencyId: phoneNumber }) })
    expect(status, phoneNumber).toBe(201)
  }
})

rule('notifications §1.4', 'an invalid message with a known id is 400, not replayed', async ({ here }) => {
  await instant(here, id)

  expect((await instant(here, id, { recipientSms: smsDelivery({ timeToLiveInSeconds: 1 }) })).status).toBe(400)
})

rule('notifications §3.1, notifications §3.3', 'names are read in any case, and unknown members are ignored', async ({ here }) => {
  const body = {
    IDEMPOTENCYID: 'otp-1',
    RecipientSms: {
      PHONENUMBER: '+47 99 99 99 99',
      timetoliveinseconds: '60',
      SmsSettings: { Body: 'B', sender: '  ', sendingTimePolicy: 'Daytime', message: 1 },
    },
    requestedSendTime: 'never',
    conditionEndpoint: 'ftp://example.org',
    reminders: [null],
  }
  const reply = await here.client.call(id, { as: ttd, body })
  const { recipient, entries, conditionEndpoint } = recordOf(here, reply.body.notification.shipmentId)

  expect([reply.status, entries[0]?.destination, conditionEndpoint]).toEqual([201, '+47 99 99 99 99', null])
  expect(recipient).toEqual({
    recipientSms: { phoneNumber: '+47 99 99 99 99', smsSettings: { sender: '  ', body: 'B', sendingTimePolicy: 'Anytime' } },
  })
})
