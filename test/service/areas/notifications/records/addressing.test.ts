import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { ChannelSchema } from '../../../../../src/service/areas/notifications/constraints/order.ts'
import { addressesFor, type Contacts, contactsOf } from '../../../../../src/service/areas/notifications/records/addressing.ts'
import { loadPhoneNumbers } from '../../../../../src/service/wire/identifiers.ts'
import type { Contact, OrganizationContact, PersonContact } from '../../../../../src/service/world/contact.ts'
import { type ContactRegister, createContactRegister } from '../../../../../src/service/world/registers/contacts.ts'
import { rule } from '../../../../support/rule.ts'

const now = Date.parse('2026-06-01T10:00:00Z')
const read = <T>(name: string): T[] => JSON.parse(readFileSync(new URL(`../../../../../fixtures/${name}.json`, import.meta.url), 'utf8'))
const fixtures = { people: read<PersonContact>('people'), organizations: read<OrganizationContact>('organizations') }
const numberOf = (contacts: readonly Contact[], condition: string) =>
  contacts.find((contact) => contact.condition === condition)?.number ?? `no ${condition}`

const asPerson = (nationalIdentityNumber: string, more: object = {}) => ({
  recipientPerson: { nationalIdentityNumber, channelSchema: 'Email' as const, ...more },
})
const asOrganization = (orgNumber: string) => ({ recipientOrganization: { orgNumber, channelSchema: 'Email' as const } })
const asIdentity = (externalIdentity: string) => ({ recipientExternalIdentity: { externalIdentity, channelSchema: 'Email' as const } })

const seeded = () => createContactRegister(fixtures, { unknownRecipients: 'missing' })
const holding = (contact: Contact): ContactRegister => {
  const register = seeded()
  register.put(contact)
  return register
}
async function lookUp(register: ContactRegister, recipient: Parameters<typeof contactsOf>[1], at = now): Promise<Contacts> {
  await loadPhoneNumbers()
  const contacts = contactsOf(register, recipient, at)
  if (!contacts) throw new Error('not looked up')
  return contacts
}

const kari = { number: '12838590150', name: 'Kari', email: 'kari@example.org', mobile: '99991001' }
const noDetails = { emails: [], mobiles: [], reserved: false, barred: false }

test('only a contact with a mobile needs the metadata of phone numbers', async () => {
  expect(contactsOf(holding({ number: kari.number, email: 'a@example.org' }), asPerson(kari.number), now)).toMatchObject({
    emails: ['a@example.org'],
  })
  expect(() => contactsOf(holding(kari), asPerson(kari.number), now)).toThrow('not loaded')

  await loadPhoneNumbers()

  expect(contactsOf(holding(kari), asPerson(kari.number), now)).toMatchObject({
    emails: ['kari@example.org'],
    mobiles: ['+4799991001'],
    name: 'Kari',
  })
})

rule('notifications §6.1', 'direct recipients are not looked up', () => {
  const recipientEmail = { emailAddress: 'a@example.org', emailSettings: { subject: 'S', body: 'B' } }

  expect(contactsOf(seeded(), { recipientEmail }, now)).toBeUndefined()
})

rule('notifications §10.5', 'an unknown party has no name; a party without a name has an empty one', async () => {
  expect(await lookUp(seeded(), asPerson('24867542500'))).toEqual({ ...noDetails, name: undefined })
  expect(await lookUp(seeded(), asOrganization('312345676'))).toEqual({ ...noDetails, name: undefined })
  expect(await lookUp(seeded(), asIdentity('urn:altinn:username:x'))).toEqual({ ...noDetails, name: undefined })
  expect(await lookUp(holding({ number: kari.number }), asPerson(kari.number))).toEqual({ ...noDetails, name: '' })
})

for (const [mobile, mobiles] of [
  ['99991001', ['+4799991001']],
  ['004799991001', ['+4799991001']],
  ['+4799991001', ['+4799991001']],
  [' +4799991001 ', ['+4799991001']],
  ['22225555', []],
  ['+4750000004', []],
  ['   ', []],
  ['', []],
] as const) {
  rule('notifications §6.1', `a mobile registered as ${JSON.stringify(mobile)} is used as ${mobiles.join()}`, async () => {
    expect((await lookUp(holding({ ...kari, mobile }), asPerson(kari.number))).mobiles).toEqual(mobiles)
  })
}

for (const [email, emails] of [
  [' kari@example.org ', ['kari@example.org']],
  ['kari@example', []],
  ['  ', []],
] as const) {
  rule('notifications §6.1', `an email registered as ${JSON.stringify(email)} is used as ${emails.join()}`, async () => {
    expect((await lookUp(holding({ ...kari, email }), asPerson(kari.number))).emails).toEqual(emails)
  })
}

rule('notifications §6.1', 'each address of an organization is used once, in any letter case and form', async () => {
  const office = {
    number: '991825827',
    emails: ['post@example.org', 'POST@example.org', 'x', 'accounts@example.org'],
    mobiles: ['99991001', '+4799991001', '004799991001', '+4799991002'],
  }

  expect(await lookUp(holding(office), asOrganization(office.number))).toMatchObject({
    emails: ['post@example.org', 'accounts@example.org'],
    mobiles: ['+4799991001', '+4799991002'],
  })
})

rule('notifications §6.1', 'an external identity is looked up by its URN', async () => {
  const register = holding({ number: 'urn:altinn:username:kari', email: 'kari@example.org', mobile: '99991001' })

  expect(await lookUp(register, asIdentity('urn:altinn:party:username:kari'))).toMatchObject({
    emails: ['kari@example.org'],
    mobiles: ['+4799991001'],
    reserved: false,
  })
})

for (const [updated, at, count] of [
  ['2024-12-01T10:00:00Z', '2026-06-01T10:00:00Z', 1],
  ['2024-12-01T09:59:59Z', '2026-06-01T10:00:00Z', 0],
  ['2024-12-01', '2026-06-01T10:00:00Z', 0],
  ['2025-02-28', '2026-08-31T00:00:00Z', 1],
  ['2025-02-27', '2026-08-31T00:00:00Z', 0],
  ['2030-01-01', '2026-06-01T10:00:00Z', 1],
] as const) {
  rule('notifications §3.2, notifications §6.3', `details of ${updated} count at ${at}: ${count}`, async () => {
    const register = holding({ ...kari, updated })
    const contacts = await lookUp(register, asPerson(kari.number), Date.parse(at))
    const stale = await lookUp(register, asPerson(kari.number, { useStaleContactInformation: true }), Date.parse(at))

    expect([contacts.emails.length, contacts.mobiles.length]).toEqual([count, count])
    expect([stale.emails.length, stale.mobiles.length]).toEqual([1, 1])
  })
}

const e = 'e@example.org'
const m = '+4799991001'
const withBoth: Contacts = { ...noDetails, name: '', emails: [e], mobiles: [m] }
const withEmail: Contacts = { ...withBoth, mobiles: [] }
const withMobile: Contacts = { ...withBoth, emails: [] }
const empty: Contacts = { ...withBoth, emails: [], mobiles: [] }
const several: Contacts = { ...withBoth, emails: [e, 'f@example.org'], mobiles: [m, '+4799991002'] }
const barred = (contacts: Contacts): Contacts => ({ ...contacts, reserved: true, barred: true })
const ignored = (contacts: Contacts): Contacts => ({ ...contacts, reserved: true })

/** Entries as channel and address, or channel and reason. */
const entries: [what: string, contacts: Contacts, channelSchema: ChannelSchema, expected: string[]][] = [
  ['both', withBoth, 'Email', [`Email ${e}`]],
  ['both', withBoth, 'Sms', [`SMS ${m}`]],
  ['both', withBoth, 'EmailPreferred', [`Email ${e}`]],
  ['both', withBoth, 'SmsPreferred', [`SMS ${m}`]],
  ['both', withBoth, 'EmailAndSms', [`Email ${e}`, `SMS ${m}`]],
  ['an email', withEmail, 'SmsPreferred', [`Email ${e}`]],
  ['an email', withEmail, 'EmailPreferred', [`Email ${e}`]],
  ['an email', withEmail, 'Sms', ['SMS RecipientNotIdentified']],
  ['an email', withEmail, 'EmailAndSms', [`Email ${e}`, 'SMS RecipientNotIdentified']],
  ['a mobile', withMobile, 'EmailPreferred', [`SMS ${m}`]],
  ['a mobile', withMobile, 'SmsPreferred', [`SMS ${m}`]],
  ['a mobile', withMobile, 'Email', ['Email RecipientNotIdentified']],
  ['a mobile', withMobile, 'EmailAndSms', ['Email RecipientNotIdentified', `SMS ${m}`]],
  ['nothing', empty, 'Email', ['Email RecipientNotIdentified']],
  ['nothing', empty, 'Sms', ['SMS RecipientNotIdentified']],
  ['nothing', empty, 'EmailPreferred', ['Email RecipientNotIdentified']],
  ['nothing', empty, 'SmsPreferred', ['SMS RecipientNotIdentified']],
  ['nothing', empty, 'EmailAndSms', ['Email RecipientNotIdentified', 'SMS RecipientNotIdentified']],
  ['several', several, 'EmailPreferred', [`Email ${e}`, 'Email f@example.org']],
  ['several', several, 'SmsPreferred', [`SMS ${m}`, 'SMS +4799991002']],
  ['several', several, 'EmailAndSms', [`Email ${e}`, 'Email f@example.org', `SMS ${m}`, 'SMS +4799991002']],
  ['a reservation and both', barred(withBoth), 'Email', ['Email RecipientReserved']],
  ['a reservation and both', barred(withBoth), 'EmailAndSms', ['Email RecipientReserved', 'SMS RecipientReserved']],
  ['a reservation and both', barred(withBoth), 'SmsPreferred', ['SMS RecipientReserved']],
  ['a reservation and a mobile', barred(withMobile), 'EmailPreferred', ['SMS RecipientReserved']],
  ['a reservation and an email', barred(withEmail), 'SmsPreferred', ['Email RecipientReserved']],
  ['a reservation and nothing', barred(empty), 'EmailPreferred', ['Email RecipientReserved']],
  ['a reservation and nothing', barred(empty), 'SmsPreferred', ['SMS RecipientReserved']],
  ['a reservation and nothing', barred(empty), 'Sms', ['SMS RecipientReserved']],
  ['a reservation ignored and both', ignored(withBoth), 'EmailAndSms', [`Email ${e}`, `SMS ${m}`]],
  ['a reservation ignored and nothing', ignored(empty), 'EmailPreferred', ['Email RecipientNotIdentified']],
]

for (const [what, contacts, channelSchema, expected] of entries) {
  rule('notifications §6.2, notifications §6.3', `a recipient with ${what} becomes its entries by ${channelSchema}`, () => {
    const addresses = addressesFor(channelSchema, contacts)

    expect(addresses.map(({ channel, address, failed }) => `${channel} ${failed ?? address}`)).toEqual(expected)
    expect(addresses.every(({ address, failed }) => (address === '') === (failed !== undefined))).toBe(true)
  })
}

rule('notifications §6.3', 'a reservation holds unless the order ignores it', async () => {
  const number = numberOf(fixtures.people, 'reserved')

  expect(await lookUp(seeded(), asPerson(number))).toMatchObject({ reserved: true, barred: true })
  expect(await lookUp(seeded(), asPerson(number, { ignoreReservation: true }))).toMatchObject({ reserved: true, barred: false })
})

rule('notifications §6.3', 'stale or unverified details do not lift a reservation', async () => {
  const stale = await lookUp(holding({ ...kari, reserved: true, updated: '2020-01-01' }), asPerson(kari.number))
  const unverified = await lookUp(holding({ ...kari, reserved: true, verified: false }), asPerson(kari.number))

  expect(stale).toEqual({ emails: [], mobiles: [], reserved: true, barred: true, name: 'Kari' })
  expect(unverified).toEqual(stale)
})
