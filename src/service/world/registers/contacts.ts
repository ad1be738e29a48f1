/** A world's contact register: the fixtures and the world's own changes. */

import { canonicalExternalIdentity, emailOfIdentity } from '../../wire/identifiers.ts'
import { longestLateness } from '../../wire/vocabulary.ts'
import { getOrCreate } from '../../wire/when-needed.ts'
import type { Contact, ExternalIdentityContact, OrganizationContact, PersonContact } from '../contact.ts'
import { findMany, type Queries } from '../records/table.ts'
import { createRecords, defineRecord, type Records } from '../records.ts'

/** Normalizes a contact's number to a key. */
export const contactKey = (number: string): string => (number.startsWith('urn:') ? canonicalExternalIdentity(number) : number)

/** Returns a number that is neither assigned nor a magic recipient. */
const mobile = (number: string) => `+4799992${number.slice(-3).padStart(3, '0')}`

const reachablePerson = (number: string): PersonContact => ({ number, email: `${number}@example.org`, mobile: mobile(number) })

const reachableOrganization = (number: string): OrganizationContact => ({
  number,
  emails: [`${number}@example.org`],
  mobiles: [mobile(number)],
})

/** Returns the contact details of a user who is identified by email address. */
function selfNamed(urn: string): ExternalIdentityContact | undefined {
  const email = emailOfIdentity(urn)
  return email === undefined ? undefined : { number: urn, email }
}

const reachableIdentity = (urn: string): ExternalIdentityContact => ({
  number: urn,
  email: emailOfIdentity(urn) ?? 'external.identity@example.org',
  mobile: mobile('000'),
})

export interface ContactFixtures {
  readonly people: readonly PersonContact[]
  readonly organizations: readonly OrganizationContact[]
}

/** Contacts that the world has changed or added. */
export const changedContacts = defineRecord({
  name: 'contact',
  key: ({ number }: Contact) => contactKey(number),
})

/** Keys of fixture contacts that the world has removed. */
export const removedContacts = defineRecord({
  name: 'removedContact',
  key: (key: string) => key,
})

/** A contact's earlier versions, oldest first. `number`: the contact's key. */
export interface FormerContact {
  readonly number: string
  readonly versions: readonly Former[]
}

export const formerContacts = defineRecord({
  name: 'formerContact',
  key: ({ number }: FormerContact) => number,
})

/** `until`: when the contact changed, in milliseconds of world time since 1970. `contact`: `null` if it did not exist. */
interface Former {
  readonly contact: Contact | null
  readonly until: number
}

/** Maximum number of earlier versions per contact. */
const mostFormer = 100

interface ContactRegisterOptions {
  /** `reachable`: people and organizations that are not in the register still have contact details. */
  readonly unknownRecipients: 'missing' | 'reachable'
}

export interface ContactLookup {
  person(number: string): PersonContact | undefined
  organization(number: string): OrganizationContact | undefined
  /** Finds an external identity by URN, in any spelling. */
  externalIdentity(urn: string): ExternalIdentityContact | undefined
}

export interface ContactRegister extends Queries<Contact>, ContactLookup {
  /** Returns the register as it was at a time within the last hour, in milliseconds of world time since 1970. */
  asOf(at: number): ContactLookup
  /** Returns the organization number of the service owner with this code. */
  serviceOwner(code: string): string | undefined
  find(number: string): Contact | undefined
  /** Adds a contact or replaces the one with the same number. */
  put(contact: Contact): void
  remove(number: string): boolean
  /**
   * Returns a party id: the contact's position among contacts of the same kind, fixtures first. `undefined` if the contact is unknown.
   * Source: events §4.6.
   */
  party(kind: 'person' | 'organization', number: string): number | undefined
  /** All contacts, fixtures first. */
  list(): Contact[]
}

const indexes = new WeakMap<ContactFixtures, ReadonlyMap<string, Contact>>()

/** Indexes each set of fixtures only once, so the cost of another world does not grow with the number of fixtures. */
export function createContactRegister(
  fixtures: ContactFixtures,
  options: ContactRegisterOptions,
  { of }: Records = createRecords(),
  now: () => number = () => 0,
): ContactRegister {
  const index = indexOf(fixtures)
  const [changed, removed, former] = [of(changedContacts), of(removedContacts), of(formerContacts)]
  const find = (number: string): Contact | undefined => {
    const key = contactKey(number)
    return changed.get(key) ?? (removed.get(key) === undefined ? index.get(key) : undefined)
  }
  function* all(): Iterable<Contact> {
    for (const [key, contact] of index) if (removed.get(key) === undefined) yield changed.get(key) ?? contact
    for (const contact of changed.values()) if (!index.has(contactKey(contact.number))) yield contact
  }
  let owners: ReadonlyMap<string, string> | undefined
  function remember(key: string): void {
    const at = now()
    const known = (former.get(key)?.versions ?? []).filter(({ until }) => until > at - longestLateness).slice(1 - mostFormer)
    // A version that is replaced at the time it was stored was never visible, so it is not kept.
    if (known.at(-1)?.until !== at) known.push({ contact: find(key) ?? null, until: at })
    former.put({ number: key, versions: known })
  }
  function findAsOf(number: string, at: number): Contact | undefined {
    const formerVersion = former.get(contactKey(number))?.versions.find(({ until }) => until > at)
    return formerVersion ? (formerVersion.contact ?? undefined) : find(number)
  }
  const reachable = options.unknownRecipients === 'reachable'
  const lookup = (find: (number: string) => Contact | undefined): ContactLookup => ({
    // Numbers have a different format for each kind, so a contact found by number is of the expected kind.
    person: (number) => (find(number) as PersonContact | undefined) ?? (reachable ? reachablePerson(number) : undefined),
    organization: (number) => (find(number) as OrganizationContact | undefined) ?? (reachable ? reachableOrganization(number) : undefined),
    externalIdentity: (urn) => (find(urn) as ExternalIdentityContact | undefined) ?? (reachable ? reachableIdentity(urn) : selfNamed(urn)),
  })
  return {
    ...lookup(find),
    asOf: (at) => lookup((number) => findAsOf(number, at)),
    find,
    serviceOwner(code) {
      owners ??= new Map(
        [...all()].flatMap((each) => ('serviceOwner' in each && each.serviceOwner ? [[each.serviceOwner, each.number]] : [])),
      )
      return owners.get(code)
    },
    put(contact) {
      remember(contactKey(contact.number))
      removed.remove(contactKey(contact.number))
      owners = undefined
      changed.put(contact)
    },
    remove(number) {
      const known = find(number)
      if (known) remember(contactKey(number))
      owners = undefined
      if (known) changed.remove(known)
      if (index.has(contactKey(number))) removed.put(contactKey(number))
      return known !== undefined
    },
    party(kind, number) {
      const key = contactKey(number)
      if (!find(number)) return undefined
      const given: readonly Contact[] = kind === 'person' ? fixtures.people : fixtures.organizations
      const fits = ({ number: each }: Contact) => !index.has(contactKey(each)) && (kind === 'person' ? /^\d{11}$/ : /^\d{9}$/).test(each)
      const position = [...given, ...[...changed.values()].filter(fits)].findIndex((each) => contactKey(each.number) === key)
      return position < 0 ? undefined : firstParty[kind] + position
    },
    list: () => [...all()],
    findMany: (predicate, page) => findMany(all(), predicate, page),
  }
}

const firstParty = { organization: 50_000, person: 60_000 } as const

function indexOf(fixtures: ContactFixtures): ReadonlyMap<string, Contact> {
  return getOrCreate(indexes, fixtures, () => {
    const contacts: readonly Contact[] = [...fixtures.people, ...fixtures.organizations]
    return new Map(contacts.map((contact) => [contactKey(contact.number), contact]))
  })
}
