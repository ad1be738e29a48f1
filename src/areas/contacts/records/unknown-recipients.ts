/** The contact details of recipients that are not in the register. Source: decisions §7. */
import { emailOfIdentity } from '../../../wire/values/external-identity.ts'
import type { ExternalIdentityContact, OrganizationContact, PersonContact } from './contact.ts'

/** Numbers that are not assigned, and that are not magic recipients. */
const mobile = (number: string) => `+4799992${number.slice(-3).padStart(3, '0')}`

export const reachablePerson = (number: string): PersonContact => ({ number, email: `${number}@example.org`, mobile: mobile(number) })

export const reachableOrganization = (number: string): OrganizationContact => ({
  number,
  emails: [`${number}@example.org`],
  mobiles: [mobile(number)],
})

/** A user who is named by an email address has this address. */
export function selfNamed(urn: string): ExternalIdentityContact | undefined {
  const email = emailOfIdentity(urn)
  return email === undefined ? undefined : { number: urn, email }
}

export const reachableIdentity = (urn: string): ExternalIdentityContact => ({
  number: urn,
  email: emailOfIdentity(urn) ?? 'external.identity@example.org',
  mobile: mobile('000'),
})
