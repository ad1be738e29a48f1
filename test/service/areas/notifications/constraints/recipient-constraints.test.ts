import { orderRequest } from '../../../../../src/service/areas/notifications/constraints/order.ts'
import { recipientConstraints } from '../../../../../src/service/areas/notifications/constraints/order-constraints.ts'
import { loadPhoneNumbers } from '../../../../../src/service/wire/identifiers.ts'
import { expect, rule } from '../../../../support/rule.ts'

const emailSettings = { subject: 'Subject', body: 'Body' }
const smsSettings = { body: 'Body' }
const both = { emailSettings, smsSettings }
const settings: Record<string, object> = { none: {}, email: { emailSettings }, sms: { smsSettings }, both }

async function errorsOf(recipient: object, key = 'Recipient') {
  await loadPhoneNumbers()
  const reported: [string, string][] = []
  const request = orderRequest.parse({ idempotencyId: 'id', recipient })
  recipientConstraints(request.recipient, key, (at, message) => reported.push([at, message]))
  return reported
}

const person = (more: object) => ({ recipientPerson: { nationalIdentityNumber: '12838590150', channelSchema: 'Email', ...both, ...more } })
const organization = (more: object) => ({ recipientOrganization: { orgNumber: '991825827', channelSchema: 'Email', ...both, ...more } })
const external = (more: object) => ({
  recipientExternalIdentity: { externalIdentity: 'urn:altinn:username:kari', channelSchema: 'Email', ...both, ...more },
})
const toEmail = (more: object = {}, address = 'user@example.org') => ({
  recipientEmail: { emailAddress: address, emailSettings: { ...emailSettings, ...more } },
})
const toPhone = (more: object = {}, number = '+4799999999') => ({
  recipientSms: { phoneNumber: number, smsSettings: { ...smsSettings, ...more } },
})

const one = 'Must have exactly one recipient.'
const noEmail = 'Invalid email address format.'
const noPhone = 'Recipient phone number is not a valid mobile number.'
const noSender = 'The sender email address is not valid.'
const anytime = 'Email only supports send time anytime'
const dayOrAny = 'SMS only supports send time daytime and anytime'
const plainOrHtml = 'Email content type must be either Plain or HTML.'

const direct: [recipient: string, request: object, errors: [string, string][]][] = [
  ['an email recipient', toEmail(), []],
  ['an SMS recipient', toPhone(), []],
  ['a missing recipient', {}, [['Recipient', one]]],
  ['a recipient that is null', { recipientEmail: null, recipientPerson: null }, [['Recipient', one]]],
  ['a pair of recipients', { ...toEmail(), ...toPhone() }, [['Recipient', one]]],
  ['a bad email address', toEmail({}, 'user@example'), [['Recipient.RecipientEmail.EmailAddress', noEmail]]],
  ['a bad phone number', toPhone({}, '99999999'), [['Recipient.RecipientSms.PhoneNumber', noPhone]]],
  ['a valid sender', toEmail({ senderEmailAddress: ' noreply@example.org ' }), []],
  ['a bad sender', toEmail({ senderEmailAddress: 'x' }), [['Recipient.RecipientEmail.Settings.SenderEmailAddress', noSender]]],
  ['an empty sender', toEmail({ senderEmailAddress: '' }), [['Recipient.RecipientEmail.Settings.SenderEmailAddress', noSender]]],
  ['an email at any time', toEmail({ sendingTimePolicy: 'Anytime', contentType: 'Html' }), []],
  [
    'an email in the daytime',
    toEmail({ sendingTimePolicy: 'Daytime' }),
    [['Recipient.RecipientEmail.Settings.SendingTimePolicy', anytime]],
  ],
  [
    'an email with the sending time policy 7',
    toEmail({ sendingTimePolicy: 7 }),
    [['Recipient.RecipientEmail.Settings.SendingTimePolicy', anytime]],
  ],
  ['an email with the content type 2', toEmail({ contentType: 2 }), [['Recipient.RecipientEmail.Settings.ContentType', plainOrHtml]]],
  ['an SMS in the daytime', toPhone({ sendingTimePolicy: 'Daytime' }), []],
  ['an SMS at any time', toPhone({ sendingTimePolicy: 'Anytime' }), []],
  [
    'an SMS with the sending time policy 0',
    toPhone({ sendingTimePolicy: 0 }),
    [['Recipient.RecipientSms.Settings.SendingTimePolicy', dayOrAny]],
  ],
  ['an SMS with a long sender', toPhone({ sender: 'A sender of more than 11 characters' }), []],
]

for (const [recipient, request, errors] of direct) {
  rule('notifications §4.5', `${recipient} is ${errors.length > 0 ? 'refused' : 'accepted'}`, async () => {
    expect(await errorsOf(request)).toEqual(errors)
  })
}

const kinds = { RecipientPerson: person, RecipientOrganization: organization, RecipientExternalIdentity: external }
const preferred = 'SmsPreferred or EmailPreferred'
const needed: [channelSchema: string, given: string, missing: string[], name: string][] = [
  ['Email', 'none', ['Email'], 'Email'],
  ['Email', 'sms', ['Email'], 'Email'],
  ['Email', 'email', [], 'Email'],
  ['Sms', 'none', ['Sms'], 'Sms'],
  ['Sms', 'email', ['Sms'], 'Sms'],
  ['Sms', 'sms', [], 'Sms'],
  ['EmailPreferred', 'none', ['Email', 'Sms'], preferred],
  ['EmailPreferred', 'email', ['Sms'], preferred],
  ['EmailPreferred', 'sms', ['Email'], preferred],
  ['EmailPreferred', 'both', [], preferred],
  ['SmsPreferred', 'none', ['Email', 'Sms'], preferred],
  ['SmsPreferred', 'email', ['Sms'], preferred],
  ['SmsPreferred', 'sms', ['Email'], preferred],
  ['SmsPreferred', 'both', [], preferred],
  ['EmailAndSms', 'none', ['Email', 'Sms'], 'EmailAndSms'],
  ['EmailAndSms', 'email', ['Sms'], 'EmailAndSms'],
  ['EmailAndSms', 'sms', ['Email'], 'EmailAndSms'],
  ['EmailAndSms', 'both', [], 'EmailAndSms'],
]

for (const [kind, recipient] of Object.entries(kinds)) {
  for (const [channelSchema, given, missing, name] of needed) {
    rule('notifications §3.2, notifications §4.5', `${kind} by ${channelSchema} with ${given} lacks: ${missing.join(', ')}`, async () => {
      const bare = { emailSettings: undefined, smsSettings: undefined }

      const errors = await errorsOf(recipient({ ...bare, ...settings[given], channelSchema }))

      expect(errors).toEqual(
        missing.map((channel) => [`Recipient.${kind}.${channel}Settings`, `${channel}Settings must be set when ChannelSchema is ${name}`]),
      )
    })
  }

  rule('notifications §4.5', `an unknown channel schema is the only error of ${kind}`, async () => {
    const errors = await errorsOf(recipient({ channelSchema: 5, emailSettings: null, smsSettings: null }))

    expect(errors).toEqual([[`Recipient.${kind}.ChannelSchema`, 'Invalid channel scheme value.']])
  })

  rule('notifications §3.2', `settings of ${kind} are checked even when the channel schema does not need them`, async () => {
    const unneeded = {
      smsSettings: { body: 'Body', sendingTimePolicy: 3 },
      emailSettings: { ...emailSettings, contentType: 3, senderEmailAddress: '' },
    }

    const errors = await errorsOf(recipient({ channelSchema: 'Email', ...unneeded }))

    expect(errors).toEqual([
      [`Recipient.${kind}.EmailSettings.SenderEmailAddress`, noSender],
      [`Recipient.${kind}.EmailSettings.ContentType`, plainOrHtml],
      [`Recipient.${kind}.SmsSettings.SendingTimePolicy`, dayOrAny],
    ])
  })

  rule('notifications §4.5', `an email in the daytime is refused for ${kind}`, async () => {
    const errors = await errorsOf(recipient({ emailSettings: { ...emailSettings, sendingTimePolicy: 'Daytime' } }))

    expect(errors).toEqual([[`Recipient.${kind}.EmailSettings.SendingTimePolicy`, anytime]])
  })
}

const resource = 'urn:altinn:resource:x'
const badId: [string, string] = ['Recipient.RecipientPerson.ResourceId', 'ResourceId must have a valid syntax.']
const needsId: [string, string] = ['Recipient.RecipientPerson.ResourceAction', 'ResourceAction cannot be specified without a ResourceId.']
const blank: [string, string] = ['Recipient.RecipientPerson.ResourceAction', 'ResourceAction cannot be blank or whitespace.']
const resources: [id: string | null, action: string | null, errors: [string, string][]][] = [
  [null, null, []],
  [resource, null, []],
  [resource, 'read', []],
  [resource, '', []],
  [null, '', []],
  ['', null, [badId]],
  ['', '', [badId]],
  ['urn:altinn:resource:', null, [badId]],
  ['URN:ALTINN:RESOURCE:x', null, [badId]],
  ['x', 'read', [badId]],
  [null, 'read', [needsId]],
  ['', 'read', [badId, needsId]],
  [' ', 'read', [badId, needsId]],
  [resource, ' ', [blank]],
  [null, ' ', [needsId]],
]

for (const [resourceId, resourceAction, errors] of resources) {
  rule('notifications §3.2, notifications §4.5', `resource ${resourceId}, action ${resourceAction}: ${errors.length} errors`, async () => {
    expect(await errorsOf(person({ resourceId, resourceAction }))).toEqual(errors)
  })
}

const identities: [what: string, recipient: object, key: string, message: string][] = [
  ...['1283859015', '128385901501', '1283859015a', '12838590150 '].map((nationalIdentityNumber): [string, object, string, string] => [
    `the identity number ${nationalIdentityNumber}`,
    person({ nationalIdentityNumber }),
    'Recipient.RecipientPerson.NationalIdentityNumber',
    'National identity number must be 11 digits long.',
  ]),
  ...['99182582', '9918258277', '99182582x', '991825827\n'].map((orgNumber): [string, object, string, string] => [
    `the organization number ${orgNumber}`,
    organization({ orgNumber }),
    'Recipient.RecipientOrganization.OrgNumber',
    'Organization number must be 9 digits long.',
  ]),
  [
    'an unknown URN',
    external({ externalIdentity: 'urn:altinn:person:x' }),
    'Recipient.RecipientExternalIdentity.ExternalIdentity',
    'Invalid external identity URN format.',
  ],
]

for (const [what, recipient, key, message] of identities) {
  rule('notifications §4.5', `${what} is refused`, async () => {
    expect(await errorsOf(recipient)).toEqual([[key, message]])
  })
}

for (const nationalIdentityNumber of ['00000000000', '99999999999']) {
  rule('notifications §3.2', `the identity number ${nationalIdentityNumber} is accepted: date and check digit do not count`, async () => {
    expect(await errorsOf(person({ nationalIdentityNumber }))).toEqual([])
  })
}

rule('notifications §4.6', 'digits of every script are digits of an identity number', async () => {
  expect(await errorsOf(person({ nationalIdentityNumber: '١٢٨٣٨٥٩٠١٥٠' }))).toEqual([])
})

rule('notifications §4.5', 'errors of the recipient of a reminder have keys with the index of the reminder', async () => {
  expect(await errorsOf(toEmail({}, 'x'), 'Reminders[3].Recipient')).toEqual([
    ['Reminders[3].Recipient.RecipientEmail.EmailAddress', noEmail],
  ])
})

rule('notifications §4.5', 'several recipients are all checked', async () => {
  const errors = await errorsOf({ ...toEmail({}, 'x'), ...organization({ orgNumber: '1' }) })

  expect(errors.map(([key]) => key)).toEqual([
    'Recipient',
    'Recipient.RecipientEmail.EmailAddress',
    'Recipient.RecipientOrganization.OrgNumber',
  ])
})
