import { expect, test } from 'vitest'
import { createRecords, newRecords } from '../../../../src/service/world/records.ts'
import { createContactRegister, formerContacts } from '../../../../src/service/world/registers/contacts.ts'
import { rule } from '../../../support/rule.ts'

const kari = { number: '12838590150', name: 'Kari', email: 'kari@example.org' }
const office = { number: '991825827', name: 'Office', emails: ['post@example.org'], mobiles: [] }
const identity = { number: 'urn:altinn:username:kari%20n', email: 'kari@example.org' }
const fixtures = { people: [kari], organizations: [office] }
const registerOf = (unknownRecipients: 'missing' | 'reachable' = 'missing') => createContactRegister(fixtures, { unknownRecipients })

test('the fixtures are known', () => {
  const register = registerOf()

  expect(register.person(kari.number)).toBe(kari)
  expect(register.organization(office.number)).toBe(office)
  expect(register.list()).toEqual([kari, office])
})

test('numbers that are not in the register are unknown', () => {
  const register = registerOf()

  expect(register.person('24867542562')).toBeUndefined()
  expect(register.organization('312345676')).toBeUndefined()
  expect(register.externalIdentity('urn:altinn:username:x')).toBeUndefined()
  expect(register.find('constructor')).toBeUndefined()
})

test('a contact replaces the one with its number, in this world only', () => {
  const register = registerOf()
  register.put({ ...kari, email: 'other@example.org' })

  expect(register.person(kari.number)?.email).toBe('other@example.org')
  expect(register.list()).toHaveLength(2)
  expect(registerOf().person(kari.number)?.email).toBe('kari@example.org')
})

test('a contact that was added can be removed', () => {
  const register = registerOf()
  register.put({ ...kari, number: '24867542562' })

  expect(register.remove('24867542562')).toBe(true)
  expect(register.remove('24867542562')).toBe(false)
  expect(register.list()).toEqual([kari, office])
})

test('a contact of the fixtures can be removed and put back', () => {
  const register = registerOf()

  expect(register.remove(kari.number)).toBe(true)
  expect(register.remove(kari.number)).toBe(false)
  expect(register.person(kari.number)).toBeUndefined()
  expect(register.list()).toEqual([office])

  register.put(kari)

  expect(register.person(kari.number)).toBe(kari)
})

test('an external identity is found by any of its spellings', () => {
  const register = registerOf()
  register.put(identity)

  expect(register.externalIdentity('urn:altinn:party:username:kari n')).toBe(identity)
  expect(register.remove('urn:altinn:person:legacy-selfidentified:kari n')).toBe(true)
})

test('a register is restored from its data', () => {
  const data = newRecords()
  const register = createContactRegister(fixtures, { unknownRecipients: 'missing' }, createRecords(data))
  register.put(identity)
  register.remove(kari.number)

  const again = createContactRegister(fixtures, { unknownRecipients: 'missing' }, createRecords(structuredClone(data)))

  expect(again.list()).toEqual([office, identity])
  expect(again.person(kari.number)).toBeUndefined()
})

test('what the register said before is known for an hour, also from its data', () => {
  const data = newRecords()
  let now = 0
  const register = createContactRegister(fixtures, { unknownRecipients: 'missing' }, createRecords(data), () => now)
  const change = (at: number, email: string) => {
    now = at
    register.put({ ...kari, email })
  }
  change(1_000, 'one@example.org')
  change(2_000, 'two@example.org')
  change(2_000, 'three@example.org')
  now = 3_000
  register.remove(kari.number)
  const again = createContactRegister(fixtures, { unknownRecipients: 'missing' }, createRecords(structuredClone(data)))
  const emailsOf = (each: typeof register) => [999, 1_000, 1_999, 2_000, 2_999, 3_000].map((at) => each.asOf(at).person(kari.number)?.email)
  const emails = ['kari@example.org', 'one@example.org', 'one@example.org', 'three@example.org', 'three@example.org', undefined]

  expect([emailsOf(register), emailsOf(again)]).toEqual([emails, emails])

  change(3_600_000 + 2_000, 'four@example.org')

  expect(register.asOf(999).person(kari.number)?.email).toBe('three@example.org')
})

test('a contact is remembered in a hundred versions at most', () => {
  const data = newRecords()
  let now = 0
  const register = createContactRegister(fixtures, { unknownRecipients: 'missing' }, createRecords(data), () => ++now)
  for (let count = 0; count < 300; count++) register.put(kari)

  expect(
    createRecords(data)
      .of(formerContacts)
      .findMany()
      .map(({ versions }) => versions.length),
  ).toEqual([100])
})

test('reachable unknown recipients have an email and a mobile', () => {
  const register = registerOf('reachable')

  expect(register.person('24867542562')).toEqual({ number: '24867542562', email: '24867542562@example.org', mobile: '+4799992562' })
  expect(register.organization('312345676')).toEqual({ number: '312345676', emails: ['312345676@example.org'], mobiles: ['+4799992676'] })
  expect(register.externalIdentity('urn:altinn:person:idporten-email:a%40example.org')?.email).toBe('a@example.org')
  expect(register.externalIdentity('urn:altinn:username:a')?.email).toBe('external.identity@example.org')
  expect(register.person(kari.number)).toBe(kari)
  expect(register.find('24867542562')).toBeUndefined()
})

test('the fixtures are read once for all worlds', () => {
  let reads = 0
  const people = [{ number: '12838590150' }, { number: '02838039440' }].map((person) => ({
    get number() {
      reads++
      return person.number
    },
  }))
  const fixtures = { people, organizations: [] }
  createContactRegister(fixtures, { unknownRecipients: 'missing' })
  const first = reads

  for (let count = 0; count < 10; count++) createContactRegister(fixtures, { unknownRecipients: 'missing' })

  expect(first).toBeGreaterThan(0)
  expect(reads).toBe(first)
})

rule('notifications §4.6, decisions §7', 'a user named by an email address has it, unless the register says otherwise', () => {
  const register = registerOf('missing')
  const urn = 'urn:altinn:person:idporten-email:Kari%40example.org'

  expect(register.externalIdentity(urn)).toEqual({ number: urn, email: 'Kari@example.org' })
  register.put({ number: 'urn:altinn:person:idporten-email:kari@example.org', mobile: '+4799999999' })
  expect(register.externalIdentity(urn)).toMatchObject({ mobile: '+4799999999' })
  expect(register.externalIdentity('urn:altinn:username:kari')).toBeUndefined()
})
