/** Makes people and organizations in every condition, the same for the same seed. Source: decisions §7. */
import type { Faker } from '@faker-js/faker'
import type { OrganizationContact, PersonContact } from '../state/notifications/contact.ts'
import { organizationConditions, peopleConditions } from './contact-conditions.ts'
import { nationalIdentityNumber, organizationNumber, plain } from './synthetic-numbers.ts'

export interface FixtureCounts {
  readonly people: number
  readonly organizations: number
  readonly seed: number
}

/** Swedish numbers that belong to nobody: the authority keeps them free for films. Source: https://pts.se */
const foreign = (mobile: string) => `+46701740${605 + (Number(mobile.slice(-4)) % 95)}`

/** Beside the conditions of the built-in people. */
const morePeople: typeof peopleConditions = [
  ['foreignMobile', ({ email, mobile }) => ({ email, mobile: foreign(mobile) })],
  ['foreignMobileOnly', ({ mobile }) => ({ mobile: foreign(mobile) })],
  ['reservedForeign', ({ mobile }) => ({ mobile: foreign(mobile), reserved: true })],
]

const conditions = {
  people: [...peopleConditions, ...morePeople],
  // The first two are real organizations, which the built-in fixtures have.
  organizations: organizationConditions.filter(([, , known]) => known === undefined),
}

/** How many contacts it takes until each condition appears. */
export const enough = { people: conditions.people.length, organizations: conditions.organizations.length }

/** Free of the numbers of the built-in contacts and of magic recipients. After 6,000 of them, contacts share numbers. */
const mobileOf = (nth: number) => `9999${3000 + (nth % 6000)}`

export function makeFixtures(
  faker: Faker,
  { people, organizations, seed }: FixtureCounts,
): { people: PersonContact[]; organizations: OrganizationContact[] } {
  faker.seed(seed)
  faker.setDefaultRefDate('2026-06-01T10:00:00Z')
  const numbers = new Set<string>()
  const names = new Set<string>()
  let mobiles = 0
  const one = (wanted: readonly unknown[], at: number) => at % wanted.length

  function person(at: number): PersonContact {
    const [first, last] = [faker.person.firstName(), faker.person.lastName()]
    const [condition, shape] = conditions.people[one(conditions.people, at)] ?? ['', () => ({})]
    const address = unused(names, (nth) => `${plain(first)}.${plain(last)}${nth}`)
    const number = unused(numbers, () => nationalIdentityNumber(faker))
    return { number, name: `${first} ${last}`, condition, ...shape({ email: `${address}@example.org`, mobile: mobileOf(mobiles++) }) }
  }

  function organization(at: number): OrganizationContact {
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

/** The first candidate that is free. The candidate gets nothing, then 2, 3 and so on. */
function unused(taken: Set<string>, candidate: (nth: number | '') => string): string {
  for (let nth = 1; ; nth++) {
    const found = candidate(nth === 1 ? '' : nth)
    if (taken.has(found)) continue
    taken.add(found)
    return found
  }
}
