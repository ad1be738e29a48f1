import { expectErrors, instantRules, lacks, parameter, required, unconvertible } from '../../../support/instant.ts'
import { recordOf, ttd } from '../../../support/orders.ts'
import { expect, rule } from '../../../support/rule.ts'

const id = 'notifications.createInstantEmail'
instantRules(id)

const settings = { subject: 'Subject', body: 'Body' }
const message = (emailSettings: object | null = settings, more: object = {}, over: object = {}) => ({
  idempotencyId: 'otp-1',
  recipientEmail: { emailAddress: 'someone@example.org', emailSettings, ...more },
  ...over,
})
const invalid = ['Invalid email address format.']

rule('notifications §4.2, notifications §4.3', 'a value that cannot be read is named by its path, and the parameter too', async () => {
  const contentType = '$.recipientEmail.emailSettings.contentType'
  const type = 'Altinn.Notifications.Models.EmailContentTypeExt'
  await expectErrors(id, [
    ['nothing', {}, { $: lacks('Orders.InstantEmailNotificationOrderRequestExt', 'idempotencyId', 'recipientEmail'), ...parameter }],
    [
      'an empty recipient',
      { idempotencyId: 'a', recipientEmail: {} },
      { '$.recipientEmail': lacks('Email.InstantEmailDetailsExt', 'emailAddress', 'emailSettings'), ...parameter },
    ],
    [
      'empty settings',
      message({}),
      { '$.recipientEmail.emailSettings': lacks('Email.InstantEmailContentExt', 'subject', 'body'), ...parameter },
    ],
    [
      'another content type',
      message({ ...settings, contentType: 'Markdown' }),
      { [contentType]: unconvertible(type, contentType), ...parameter },
    ],
    ['a null content type', message({ ...settings, contentType: null }), { [contentType]: unconvertible(type, contentType), ...parameter }],
  ])
})

rule('notifications §4.2, notifications §4.4', 'required members that are empty have the names of the server', async () => {
  await expectErrors(id, [
    ['a null recipient', { idempotencyId: 'a', recipientEmail: null }, required('InstantEmailDetails')],
    ['null settings', message(null), required('InstantEmailDetails.EmailSettings')],
    [
      'the rest',
      message({ subject: ' ', body: '' }, { emailAddress: '' }, { idempotencyId: '' }),
      {
        ...required('IdempotencyId'),
        ...required('InstantEmailDetails.EmailAddress'),
        ...required('InstantEmailDetails.EmailSettings.Subject'),
        ...required('InstantEmailDetails.EmailSettings.Body'),
      },
    ],
  ])
})

rule('notifications §4.5, notifications §4.6', 'both addresses must be email addresses, and the content type one of two', async () => {
  await expectErrors(id, [
    ['an address', message(settings, { emailAddress: 'user@example' }), { 'InstantEmailDetails.EmailAddress': invalid }],
    ['a sender', message({ ...settings, senderEmailAddress: '' }), { 'InstantEmailDetails.EmailSettings.SenderEmailAddress': invalid }],
    [
      'everything',
      message({ ...settings, senderEmailAddress: '"a"@b.no', contentType: 2 }, { emailAddress: 'a/b@example.org' }),
      {
        'InstantEmailDetails.EmailAddress': invalid,
        'InstantEmailDetails.EmailSettings.SenderEmailAddress': invalid,
        'InstantEmailDetails.EmailSettings.ContentType': ['Email content type must be either Plain or HTML.'],
      },
    ],
  ])
})

rule('notifications §3.5', 'the message is kept as it was sent, including line breaks in the subject', async ({ here }) => {
  const emailSettings = { subject: 'One\r\ntwo', body: 'B', contentType: '1', senderEmailAddress: null, sendingTimePolicy: 'Daytime' }
  const { body } = await here.client.call(id, { as: ttd, body: message(emailSettings, { emailAddress: ' a@example.org ' }) })
  const { recipient, entries } = recordOf(here, body.notification.shipmentId)

  expect(recipient.recipientEmail).toEqual({
    emailAddress: ' a@example.org ',
    emailSettings: { subject: 'One\r\ntwo', body: 'B', contentType: 'Html', senderEmailAddress: null },
  })
  expect(entries[0]?.destination).toBe(' a@example.org ')
})
