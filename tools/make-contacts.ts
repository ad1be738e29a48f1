/** Writes fixtures/people.json and fixtures/organizations.json with synthetic contacts, which are the same on every run. */
import { writeFileSync } from 'node:fs'
import { faker } from '@faker-js/faker/locale/nb_NO'
import { type Details, type Office, organizationConditions, peopleConditions } from '../src/apps/cli/serving/contact-conditions.ts'
import { nationalIdentityNumber, organizationNumber, plain } from '../src/apps/cli/serving/make-fixtures.ts'
import type { OrganizationContact, PersonContact } from '../src/service/world/contact.ts'

export function makeContacts(): Record<string, string> {
  faker.seed(20260601)
  faker.setDefaultRefDate('2026-06-01T10:00:00Z')
  return {
    'fixtures/people.json': printed(peopleConditions.map(([condition, shape], at) => person(at, condition, shape))),
    'fixtures/organizations.json': printed(
      organizationConditions.map(([condition, shape, known], at) => organization(at, condition, shape, known)),
    ),
  }
}

function person(at: number, condition: string, shape: (details: Details) => Partial<PersonContact>): PersonContact {
  const [first, last] = [faker.person.firstName(), faker.person.lastName()]
  const made = nationalIdentityNumber(faker)
  // The documented example order uses the first person.
  const number = at === 0 ? '12838590150' : made
  return {
    number,
    name: `${first} ${last}`,
    condition,
    ...shape({ email: `${plain(first)}.${plain(last)}@example.org`, mobile: `9999${1001 + at}` }),
  }
}

function organization(
  at: number,
  condition: string,
  shape: (office: Office) => Partial<OrganizationContact>,
  known?: Partial<OrganizationContact>,
): OrganizationContact {
  const name = `${faker.person.lastName()} ${faker.helpers.arrayElement(['Bygg', 'Fisk', 'Frakt', 'Hagebruk', 'Regnskap', 'Trevare'])} AS`
  const number = organizationNumber(faker)
  const office = { domain: `${plain(name)}.example`, mobile: (n: number) => `9999${1501 + at * 10 + n}` }
  return { number, name, condition, emails: [], mobiles: [], ...known, ...shape(office) }
}

/** Formats JSON like this repository's formatter: one property per line, each list on a single line. */
const printed = (records: readonly object[]) => `[\n${records.map((record) => `  {\n${properties(record)}\n  }`).join(',\n')}\n]\n`

const properties = (record: object) =>
  Object.entries(record)
    .map(([name, value]) => `    ${JSON.stringify(name)}: ${Array.isArray(value) ? list(value) : JSON.stringify(value)}`)
    .join(',\n')

const list = (values: readonly unknown[]): string =>
  values.some(isRecord) ? `[\n${values.map((value) => `      ${inline(value)}`).join(',\n')}\n    ]` : `[${values.map(inline).join(', ')}]`

const inline = (value: unknown): string =>
  isRecord(value)
    ? `{ ${Object.entries(value)
        .map(([name, inner]) => `${JSON.stringify(name)}: ${Array.isArray(inner) ? list(inner) : JSON.stringify(inner)}`)
        .join(', ')} }`
    : JSON.stringify(value)

const isRecord = (value: unknown): value is object => typeof value === 'object' && value !== null && !Array.isArray(value)

if (import.meta.main) {
  for (const [name, text] of Object.entries(makeContacts())) writeFileSync(new URL(`../${name}`, import.meta.url), text)
}
