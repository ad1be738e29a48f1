import type { ChannelSchema } from '../../../../../src/service/areas/notifications/constraints/order.ts'
import { addressesWithOwn, ownAddresses } from '../../../../../src/service/areas/notifications/jobs/lookup.ts'
import type { Contacts } from '../../../../../src/service/areas/notifications/records/addressing.ts'
import { isEmailAddress, loadPhoneNumbers } from '../../../../../src/service/wire/identifiers.ts'
import type { OrganizationContact } from '../../../../../src/service/world/contact.ts'
import { expect, rule } from '../../../../support/rule.ts'

const orgNumber = '375464780'
const resourceId = 'urn:altinn:resource:permit'

type Users = NonNullable<OrganizationContact['users']>

async function found(
  users: Users,
  {
    channelSchema = 'EmailAndSms' as ChannelSchema,
    emails = [] as string[],
    mobiles = [] as string[],
    action = undefined as string | undefined,
  } = {},
): Promise<string[]> {
  const official: Contacts = { emails, mobiles, reserved: false, barred: false, name: 'Wold' }
  const asked = { orgNumber, channelSchema, resourceId, ...(action === undefined ? {} : { resourceAction: action }) }
  await loadPhoneNumbers()
  const own = ownAddresses({ number: orgNumber, emails, mobiles, users }, asked, official, isEmailAddress)
  return addressesWithOwn(channelSchema, official, own).map(({ address, failed, channel }) => address || `${channel} ${failed}`)
}

const ola = { email: 'ola@example.org', mobile: '99991001' }
const kari = { mobile: '+4799991002' }

rule('notifications §6.1', 'each user brings at most one email and one mobile, normalised', async () => {
  expect(await found([ola, kari])).toEqual(['ola@example.org', '+4799991001', '+4799991002'])
})

const schemas: readonly [ChannelSchema, official: [string[], string[]], string[]][] = [
  ['Email', [['post@example.org'], ['+4799991500']], ['post@example.org', 'ola@example.org']],
  ['Sms', [['post@example.org'], ['+4799991500']], ['+4799991500', '+4799991001', '+4799991002']],
  ['EmailAndSms', [['post@example.org'], []], ['post@example.org', 'ola@example.org', '+4799991001', '+4799991002']],
  ['EmailPreferred', [['post@example.org'], ['+4799991500']], ['post@example.org', 'ola@example.org', '+4799991002']],
  ['EmailPreferred', [[], ['+4799991500']], ['ola@example.org', '+4799991500', '+4799991002']],
  ['EmailPreferred', [[], []], ['ola@example.org', '+4799991002']],
  ['SmsPreferred', [['post@example.org'], ['+4799991500']], ['+4799991500', '+4799991001', '+4799991002']],
  ['SmsPreferred', [['post@example.org'], []], ['post@example.org', '+4799991001', '+4799991002']],
]

for (const [channelSchema, [emails, mobiles], addresses] of schemas) {
  rule('notifications §6.2', `${channelSchema} with [${[...emails, ...mobiles].join()}] official takes ${addresses.join()}`, async () => {
    expect(await found([ola, kari], { channelSchema, emails, mobiles })).toEqual(addresses)
  })
}

for (const [channelSchema, failed] of [
  ['Email', ['Email RecipientNotIdentified']],
  ['SmsPreferred', ['SMS RecipientNotIdentified']],
  ['EmailAndSms', ['Email RecipientNotIdentified', 'SMS RecipientNotIdentified']],
] as const) {
  rule('notifications §6.3', `${channelSchema}: without any address the recipient is not identified`, async () => {
    expect(await found([], { channelSchema })).toEqual(failed)
    expect(await found([{ email: 'no address', mobile: '+4750000004' }, {}, { email: ' ', mobile: '' }], { channelSchema })).toEqual(failed)
  })
}

rule('notifications §6.1', 'an address that is also an official one is dropped, and each address is used once', async () => {
  const official = { emails: ['OLA@example.org'], mobiles: ['+4799991500'] }

  expect(await found([ola, { ...ola, mobile: '0047 99991500'.replace(' ', '') }], official)).toEqual([
    'OLA@example.org',
    '+4799991500',
    '+4799991001',
  ])
  expect(await found([ola], { ...official, channelSchema: 'EmailPreferred' })).toEqual(['OLA@example.org', '+4799991001'])
})

rule('notifications §6.1', 'only users who registered for the resource, and may do the action there, get the message', async () => {
  const users = [
    { email: 'any@example.org' },
    { email: 'permit@example.org', resources: ['permit'] },
    { email: 'urn@example.org', resources: [resourceId, 'other'] },
    { email: 'other@example.org', resources: ['other'] },
    { email: 'sign@example.org', actions: ['sign'] },
    { email: 'none@example.org', actions: [] },
  ]

  expect(await found(users, { channelSchema: 'Email' })).toEqual(['any@example.org', 'permit@example.org', 'urn@example.org'])
  expect(await found(users, { channelSchema: 'Email', action: '' })).toEqual(['any@example.org', 'permit@example.org', 'urn@example.org'])
  expect(await found(users, { channelSchema: 'Email', action: 'sign' })).toEqual(['sign@example.org'])
  expect(await found(users, { channelSchema: 'Email', action: 'SIGN' })).toEqual(['Email RecipientNotIdentified'])
})
