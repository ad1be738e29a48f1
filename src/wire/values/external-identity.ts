/** The URNs by which self-identified users are named. */
import { isEmailAddress } from './email-address.ts'

const byEmail = 'urn:altinn:person:idporten-email:'
const byName = ['urn:altinn:party:username:', 'urn:altinn:username:', 'urn:altinn:person:legacy-selfidentified:'] as const

/** Source: notifications §4.6. */
export function isExternalIdentity(urn: string): boolean {
  if (urn.startsWith(byEmail)) return isEmailAddress(decoded(urn.slice(byEmail.length)))
  const prefix = byName.find((known) => urn.startsWith(known))
  return prefix !== undefined && decoded(urn.slice(prefix.length)).trim() !== ''
}

/** One text for all the ways to name the same user; the URN itself where it is none of ours. */
export function canonicalExternalIdentity(urn: string): string {
  if (urn.startsWith(byEmail)) return byEmail + decoded(urn.slice(byEmail.length)).trim().toLowerCase()
  const prefix = byName.find((known) => urn.startsWith(known))
  return prefix === undefined ? urn : byName[0] + decoded(urn.slice(prefix.length)).trim()
}

/** The address in a URN that names its user by email. */
export const emailOfIdentity = (urn: string): string | undefined =>
  urn.startsWith(byEmail) ? decoded(urn.slice(byEmail.length)).trim() : undefined

/** A stray percent sign stands for itself. */
function decoded(value: string): string {
  try {
    return decodeURIComponent(value)
  } catch {
    return value
  }
}
