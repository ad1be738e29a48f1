import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { isEmailAddress, isPhoneNumber, loadPhoneNumbers, normalizeRegisterNumber } from '../../../src/service/wire/identifiers.ts'
import { contactSchema, contactSchemaOf, organizationSchema, personSchema } from '../../../src/service/world/contact.ts'
import { hasOrganizationDigit, hasPersonDigits } from '../../support/check-digits.ts'

const fixture = (name: string): unknown => JSON.parse(readFileSync(new URL(`../../../fixtures/${name}.json`, import.meta.url), 'utf8'))
const people = z.array(personSchema).parse(fixture('people'))
const organizations = z.array(organizationSchema).parse(fixture('organizations'))

test.each(people)('the identity number of $name has its check digits, and 80 added to its month', ({ number }) => {
  const month = Number(number.slice(2, 4))

  expect(hasPersonDigits(number)).toBe(true)
  expect(month).toBeGreaterThan(80)
  expect(month).toBeLessThanOrEqual(92)
})

test.each(organizations)('the organization number of $name has its check digit', ({ number, serviceOwner }) => {
  expect(hasOrganizationDigit(number)).toBe(true)
  expect(number.startsWith('3') || serviceOwner !== undefined).toBe(true)
})

test('every condition has a contact, and no number occurs twice', () => {
  const numbers = [...people, ...organizations].map(({ number }) => number)
  const mobiles = people.flatMap(({ mobile }) => (mobile === undefined ? [] : [normalizeRegisterNumber(mobile)]))

  expect(new Set(people.map(({ condition }) => condition))).toEqual(
    new Set([
      'bothChannels',
      'emailOnly',
      'mobileOnly',
      'noDetails',
      'unverified',
      'invalidEmail',
      'invalidMobile',
      'stale',
      'reserved',
      'reservedWithoutDetails',
    ]),
  )
  expect(new Set(organizations.map(({ condition }) => condition))).toEqual(
    new Set(['officialAddresses', 'severalAddresses', 'emailOnly', 'mobileOnly', 'noDetails', 'unverified', 'userAddresses']),
  )
  expect(new Set(numbers).size).toBe(numbers.length)
  expect(new Set(mobiles).size).toBe(mobiles.length)
})

test('the fixtures have the service owners', () => {
  expect(organizations.filter(({ serviceOwner }) => serviceOwner).map(({ number, serviceOwner }) => [serviceOwner, number])).toEqual([
    ['ttd', '991825827'],
    ['brg', '974760673'],
  ])
})

test('addresses are reserved for tests, numbers keep out of the magic range, and only those named invalid are', async () => {
  await loadPhoneNumbers()
  const emails = [...people.flatMap(({ email }) => email ?? []), ...organizations.flatMap((contact) => contact.emails)]
  const mobiles = [...people.flatMap(({ mobile }) => mobile ?? []), ...organizations.flatMap((contact) => contact.mobiles)]
  const bad = people.filter(({ condition }) => condition?.startsWith('invalid'))
  const numbers = mobiles.map(normalizeRegisterNumber)

  for (const email of emails) expect(email).toMatch(/@(example\.(org|com)|[a-z-]+\.example|example)$/)
  for (const number of numbers.filter(isPhoneNumber)) expect(number).toMatch(/^\+4799991\d{3}$/)
  expect(emails.filter((email) => !isEmailAddress(email))).toEqual(bad.flatMap(({ email }) => email ?? []))
  expect(numbers.filter((number) => !isPhoneNumber(number))).toEqual(bad.flatMap(({ mobile }) => mobile ?? []))
  expect(bad).toHaveLength(2)
})

test('the number of a contact decides its kind', () => {
  expect(contactSchemaOf('12838590150')).toBe(personSchema)
  expect(contactSchemaOf('991825827')).toBe(organizationSchema)
  expect(contactSchemaOf('urn:altinn:username:kari')?.safeParse({ number: 'urn:altinn:username:kari' }).success).toBe(true)
  expect(contactSchemaOf('kari')).toBeUndefined()
})

test.each([
  { number: '12838590150', emails: [] },
  { number: '1' },
  { number: '12838590150', updated: 'long ago' },
  { number: '12838590150', e_mail: 'misspelt' },
  {},
  null,
])('%j is not a contact', (value) => {
  expect(contactSchema.safeParse(value).success).toBe(false)
})
