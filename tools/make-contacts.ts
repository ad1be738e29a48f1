/** Writes fixtures/people.json and fixtures/organizations.json: synthetic contacts, the same on every run. */
import { writeFileSync } from 'node:fs'
import { faker } from '@faker-js/faker/locale/nb_NO'

type Person = Record<'number' | 'name' | 'condition', string> & {
  email?: string
  mobile?: string
  reserved?: true
  verified?: false
  updated?: string
}
type Organization = Record<'number' | 'name' | 'condition', string> & {
  emails: string[]
  mobiles: string[]
  users?: { email?: string; mobile?: string; resources?: string[]; actions?: string[] }[]
  verified?: false
  serviceOwner?: string
}
interface Details {
  readonly email: string
  readonly mobile: string
}

/** The email and mobile of a person in each condition. */
const people: readonly (readonly [condition: string, shape: (details: Details) => Partial<Person>])[] = [
  ['bothChannels', ({ email, mobile }) => ({ email, mobile: `+47${mobile}` })],
  ['bothChannels', ({ email, mobile }) => ({ email, mobile })],
  ['bothChannels', ({ email, mobile }) => ({ email, mobile: `0047${mobile}` })],
  ['bothChannels', ({ email, mobile }) => ({ email: email.replace('example.org', 'example.com'), mobile: `+47${mobile}` })],
  ['bothChannels', ({ email, mobile }) => ({ email, mobile: `+47${mobile}` })],
  ['emailOnly', ({ email }) => ({ email })],
  ['mobileOnly', ({ mobile }) => ({ mobile: `+47${mobile}` })],
  ['noDetails', () => ({})],
  ['unverified', ({ email, mobile }) => ({ email, mobile: `+47${mobile}`, verified: false })],
  ['invalidEmail', ({ email }) => ({ email: email.replace('.org', '') })],
  ['invalidMobile', () => ({ mobile: '+4750000004' })],
  ['stale', ({ email, mobile }) => ({ email, mobile: `+47${mobile}`, updated: '2021-03-15' })],
  ['reserved', ({ email, mobile }) => ({ email, mobile: `+47${mobile}`, reserved: true })],
  ['reservedWithoutDetails', () => ({ reserved: true })],
]

interface Office {
  readonly domain: string
  /** Its n-th number, without the country code. */
  mobile(n: number): string
}

const organizations: readonly (readonly [
  condition: string,
  shape: (office: Office) => Partial<Organization>,
  known?: Partial<Organization>,
])[] = [
  [
    'emailOnly',
    () => ({ emails: ['post@example.org', 'accounts@example.org'] }),
    { number: '991825827', name: 'Testdepartementet', serviceOwner: 'ttd' },
  ],
  [
    'officialAddresses',
    ({ mobile }) => ({ emails: ['firmapost@example.com'], mobiles: [`+47${mobile(0)}`] }),
    { number: '974760673', name: 'Brønnøysundregistrene', serviceOwner: 'brg' },
  ],
  ['officialAddresses', ({ domain, mobile }) => ({ emails: [`post@${domain}`], mobiles: [`+47${mobile(0)}`] })],
  ['officialAddresses', ({ domain, mobile }) => ({ emails: [`kontakt@${domain}`], mobiles: [mobile(0)] })],
  [
    'severalAddresses',
    ({ domain, mobile }) => ({
      emails: [`post@${domain}`, `regnskap@${domain}`, `Post@${domain}`],
      mobiles: [`+47${mobile(0)}`, `+47${mobile(1)}`, mobile(0)],
    }),
  ],
  ['emailOnly', ({ domain }) => ({ emails: [`post@${domain}`] })],
  ['mobileOnly', ({ mobile }) => ({ mobiles: [`+47${mobile(0)}`] })],
  ['noDetails', () => ({})],
  ['unverified', ({ domain, mobile }) => ({ emails: [`post@${domain}`], mobiles: [`+47${mobile(0)}`], verified: false })],
  [
    'userAddresses',
    ({ domain, mobile }) => ({
      emails: [`post@${domain}`],
      mobiles: [`+47${mobile(0)}`],
      users: [
        { email: `leder@${domain}`, mobile: `+47${mobile(1)}` },
        { mobile: `+47${mobile(2)}`, resources: ['standin-plain'], actions: ['read', 'sign'] },
      ],
    }),
  ],
]

/** The texts of the files, by name. */
export function makeContacts(): Record<string, string> {
  faker.seed(20260601)
  faker.setDefaultRefDate('2026-06-01T10:00:00Z')
  return {
    'fixtures/people.json': printed(people.map(([condition, shape], at) => person(at, condition, shape))),
    'fixtures/organizations.json': printed(organizations.map(([condition, shape, known], at) => organization(at, condition, shape, known))),
  }
}

function person(at: number, condition: string, shape: (details: Details) => Partial<Person>): Person {
  const [first, last] = [faker.person.firstName(), faker.person.lastName()]
  const made = nationalIdentityNumber()
  // The documented example of an order names the first person.
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
  shape: (office: Office) => Partial<Organization>,
  known?: Partial<Organization>,
): Organization {
  const name = `${faker.person.lastName()} ${faker.helpers.arrayElement(['Bygg', 'Fisk', 'Frakt', 'Hagebruk', 'Regnskap', 'Trevare'])} AS`
  const number = organizationNumber()
  const office = { domain: `${plain(name)}.example`, mobile: (n: number) => `9999${1501 + at * 10 + n}` }
  return { number, name, condition, emails: [], mobiles: [], ...known, ...shape(office) }
}

/** Lower-case ASCII letters and digits, joined by hyphens. */
const plain = (text: string) =>
  text
    .toLowerCase()
    .replaceAll('æ', 'ae')
    .replaceAll('ø', 'o')
    .replaceAll('å', 'a')
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z0-9]+/g, '-')

/** A birth date in the 1900s with 80 added to the month. No real person has such a number. */
function nationalIdentityNumber(): string {
  const born = faker.date.birthdate({ min: 1945, max: 1999, mode: 'year' }).toISOString()
  const start = `${born.slice(8, 10)}${Number(born.slice(5, 7)) + 80}${born.slice(2, 4)}`
  for (;;) {
    const nine = start + faker.string.numeric({ length: 3, allowLeadingZeros: true }).replace(/^[5-9]/, '4')
    const ten = nine + checkDigit(nine, [3, 7, 6, 1, 8, 9, 4, 5, 2])
    const eleven = ten + checkDigit(ten, [5, 4, 3, 2, 7, 6, 5, 4, 3, 2])
    if (/^\d{11}$/.test(eleven)) return eleven
  }
}

/** A number from the series that the register reserves for synthetic organizations. */
function organizationNumber(): string {
  for (;;) {
    const eight = `3${faker.string.numeric({ length: 7, allowLeadingZeros: true })}`
    const nine = eight + checkDigit(eight, [3, 2, 7, 6, 5, 4, 3, 2])
    if (/^\d{9}$/.test(nine)) return nine
  }
}

/** Modulo 11. `10` means that the number has no valid check digit. */
const checkDigit = (digits: string, weights: readonly number[]) =>
  String((11 - (weights.reduce((sum, weight, at) => sum + weight * Number(digits[at]), 0) % 11)) % 11)

/** Prints as the formatter of this repository does: one property per line, each list on its line. */
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
