/** The contact conditions that testers need. Source: decisions §7. */
import type { OrganizationContact, PersonContact } from '../../../service/world/contact.ts'

export interface Details {
  readonly email: string
  readonly mobile: string
}

/** Conditions, each with a function that returns matching contact details for a person. */
export const peopleConditions: readonly (readonly [condition: string, shape: (details: Details) => Partial<PersonContact>])[] = [
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

export interface Office {
  readonly domain: string
  /** The nth number, without country code. */
  mobile(n: number): string
}

export const organizationConditions: readonly (readonly [
  condition: string,
  shape: (office: Office) => Partial<OrganizationContact>,
  known?: Partial<OrganizationContact>,
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
