/** `standin fixtures`. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createSimulator } from '../../../../src/index.ts'
import { readFixtures } from '../../../../src/platform/node-files.ts'
import { isPhoneNumber, loadPhoneNumbers, normalizeRegisterNumber } from '../../../../src/service/wire/identifiers.ts'
import { hasOrganizationDigit, hasPersonDigits } from '../../../support/check-digits.ts'
import { failure, run } from '../../../support/command-line.ts'
import { folderWith } from '../../../support/folder.ts'

async function made(...args: string[]) {
  const folder = folderWith()
  const result = await run(['fixtures', 'make', '--output', 'made', ...args], { folder })
  const out = join(folder, 'made')
  const text = (name: string) => readFileSync(join(out, name), 'utf8')
  return { ...result, folder, out, people: () => text('people.json'), organizations: () => text('organizations.json') }
}

test('the folder holds as many people and organizations as asked for, and a simulator loads it', async () => {
  const { code, out, people, organizations } = await made('--people', '500', '--organizations', '50', '--seed', '7')
  const { simulator, ...own } = {
    simulator: createSimulator({ fixtures: readFixtures(out) }),
    people: JSON.parse(people()),
    organizations: JSON.parse(organizations()),
  }
  const known = new Set(simulator.contacts.list().contacts.map(({ number }) => number))
  simulator.close()

  expect([code, readdirSync(out), own.people.length, own.organizations.length]).toEqual([0, ['organizations.json', 'people.json'], 500, 50])
  expect([...own.people, ...own.organizations].filter(({ number }) => !known.has(number))).toEqual([])
})

test('the same seed makes the same bytes, another seed makes others', async () => {
  const [one, again, other] = [await made('--seed', '7'), await made('--seed', '7'), await made('--seed', '8')]

  expect([again.people(), again.organizations()]).toEqual([one.people(), one.organizations()])
  expect(other.people()).not.toBe(one.people())
})

test('every number is unique and synthetic, and its check digits are right', async () => {
  const { people, organizations } = await made('--people', '2000', '--organizations', '500')
  const numbers = (text: string): string[] => JSON.parse(text).map(({ number }: { number: string }) => number)
  const [persons, firms] = [numbers(people()), numbers(organizations())]

  expect([new Set(persons).size, new Set(firms).size]).toEqual([2000, 500])
  expect(persons.filter((number) => !/^\d{2}(8[1-9]|9[0-2])\d{7}$/.test(number))).toEqual([])
  expect(persons.filter((number) => !hasPersonDigits(number))).toEqual([])
  expect(firms.filter((number) => !/^3\d{8}$/.test(number) || !hasOrganizationDigit(number))).toEqual([])
})

test('every mobile number is one that an order accepts, except for those that are to be invalid', async () => {
  const { people } = await made('--people', '1000')
  await loadPhoneNumbers()
  const wrong = JSON.parse(people()).filter(({ mobile }: { mobile?: string }) => mobile && !isPhoneNumber(normalizeRegisterNumber(mobile)))

  expect(new Set(wrong.map(({ condition }: { condition: string }) => condition))).toEqual(new Set(['invalidMobile']))
})

test('few contacts are enough for every condition', async () => {
  const { people, organizations } = await made('--people', '17', '--organizations', '8')
  const conditions = (text: string) => new Set(JSON.parse(text).map(({ condition }: { condition: string }) => condition))

  expect(conditions(people())).toEqual(
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
      'foreignMobile',
      'foreignMobileOnly',
      'reservedForeign',
    ]),
  )
  expect(conditions(organizations())).toEqual(
    new Set(['officialAddresses', 'severalAddresses', 'emailOnly', 'mobileOnly', 'noDetails', 'unverified', 'userAddresses']),
  )
})

test('a folder with fixtures is not overwritten', async () => {
  const { folder, people } = await made('--people', '1')
  const before = people()
  const again = await run(['fixtures', 'make', '--output', 'made', '--people', '2'], { folder })

  expect(again).toMatchObject(failure('people.json already exists. Remove it, or choose another folder with --output.'))
  expect(people()).toBe(before)
})
