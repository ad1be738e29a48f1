/** Generates people and organizations in every condition, deterministically for a given seed. Source: decisions §7. */
import type { Faker } from '@faker-js/faker'
import type { OrganizationContact, PersonContact } from '../../../service/world/contact.ts'
import { organizationConditions, peopleConditions } from './contact-conditions.ts'

/** Generates a number with a birth date in the 1900s. Adding 80 to the month ensures that the number belongs to no real person. */
export function nationalIdentityNumber(faker: Faker): string {
  const born = faker.date.birthdate({ min: 1945, max: 1999, mode: 'year' }).toISOString()
  const start = `${born.slice(8, 10)}${Number(born.slice(5, 7)) + 80}${born.slice(2, 4)}`
  for (;;) {
    const nine = start + faker.string.numeric({ length: 3, allowLeadingZeros: true }).replace(/^[5-9]/, '4')
    const ten = nine + checkDigit(nine, [3, 7, 6, 1, 8, 9, 4, 5, 2])
    const eleven = ten + checkDigit(ten, [5, 4, 3, 2, 7, 6, 5, 4, 3, 2])
    if (/^\d{11}$/.test(eleven)) return eleven
  }
}

/** Generates a number in the range for synthetic organizations. */
export function organizationNumber(faker: Faker): string {
  for (;;) {
    const eight = `3${faker.string.numeric({ length: 7, allowLeadingZeros: true })}`
    const nine = eight + checkDigit(eight, [3, 2, 7, 6, 5, 4, 3, 2])
    if (/^\d{9}$/.test(nine)) return nine
  }
}

/** Returns the modulo 11 check digit. `10` means that no check digit is valid. */
const checkDigit = (digits: string, weights: readonly number[]) =>
  String((11 - (weights.reduce((sum, weight, at) => sum + weight * Number(digits[at]), 0) % 11)) % 11)

/** Converts text to lowercase ASCII letters, digits and hyphens for use in an email address. */
export const plain = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll('æ', 'ae')
    .replaceAll('ø', 'o')
    .replaceAll('å', 'a')
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z0-9]+/g, '-')

/** Returns one of the unassigned Swedish numbers that the regulator reserves for films. Source: https://pts.se */
const foreign = (mobile: string) => `+46701740${605 + (Number(mobile.slice(-4)) % 95)}`

/** Conditions that no built-in person has. */
const morePeople: typeof peopleConditions = [
  ['foreignMobile', ({ email, mobile }) => ({ email, mobile: foreign(mobile) })],
  ['foreignMobileOnly', ({ mobile }) => ({ mobile: foreign(mobile) })],
  ['reservedForeign', ({ mobile }) => ({ mobile: foreign(mobile), reserved: true })],
]

const conditions = {
  people: [...peopleConditions, ...morePeople],
  // Excludes the first two, which are real organizations in the built-in fixtures.
  organizations: organizationConditions.filter(([, , known]) => known === undefined),
}

/** Number of contacts needed to cover all conditions. */
export const enough = { people: conditions.people.length, organizations: conditions.organizations.length }

/**
 * Returns the nth contact's number, which is never the number of a built-in contact or magic recipient. Numbers repeat after 6,000
 * contacts.
 */
const mobileOf = (nth: number) => `9999${3000 + (nth % 6000)}`

export function makeFixtures(
  faker: Faker,
  { people, organizations, seed }: { readonly people: number; readonly organizations: number; readonly seed: number },
  tell: (made: number) => void = () => {},
): { people: PersonContact[]; organizations: OrganizationContact[] } {
  faker.seed(seed)
  faker.setDefaultRefDate('2026-06-01T10:00:00Z')
  const numbers = new Set<string>()
  const names = new Set<string>()
  let mobiles = 0
  const one = (wanted: readonly unknown[], at: number) => at % wanted.length

  function person(at: number): PersonContact {
    tell(at)
    const [first, last] = [faker.person.firstName(), faker.person.lastName()]
    const [condition, shape] = conditions.people[one(conditions.people, at)] ?? ['', () => ({})]
    const address = unused(names, (nth) => `${plain(first)}.${plain(last)}${nth}`)
    const number = unused(numbers, () => nationalIdentityNumber(faker))
    return { number, name: `${first} ${last}`, condition, ...shape({ email: `${address}@example.org`, mobile: mobileOf(mobiles++) }) }
  }

  function organization(at: number): OrganizationContact {
    tell(people + at)
    const kind = faker.helpers.arrayElement(['Bygg', 'Fisk', 'Frakt', 'Hagebruk', 'Regnskap', 'Trevare'])
    const name = `${faker.person.lastName()} ${kind} AS`
    const [condition, shape] = conditions.organizations[one(conditions.organizations, at)] ?? ['', () => ({})]
    const domain = unused(names, (nth) => `${plain(name)}${nth}`)
    const first = mobiles
    mobiles += 3
    const number = unused(numbers, () => organizationNumber(faker))
    const office = { domain: `${domain}.example`, mobile: (nth: number) => mobileOf(first + nth) }
    return { number, name, condition, emails: [], mobiles: [], ...shape(office) }
  }

  return {
    people: Array.from({ length: people }, (_, at) => person(at)),
    organizations: Array.from({ length: organizations }, (_, at) => organization(at)),
  }
}

/** Returns the first unused candidate. `candidate` is called with '', then 2, 3 and so on. */
function unused(taken: Set<string>, candidate: (nth: number | '') => string): string {
  for (let nth = 1; ; nth++) {
    const name = candidate(nth === 1 ? '' : nth)
    if (taken.has(name)) continue
    taken.add(name)
    return name
  }
}
