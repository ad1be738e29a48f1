/** Reads the URNs that name self-identified users. */
import { trimBlanks } from './blank.ts'
import { isEmailAddress } from './email-address.ts'

const byEmail = 'urn:altinn:person:idporten-email:'
const byName = ['urn:altinn:party:username:', 'urn:altinn:username:', 'urn:altinn:person:legacy-selfidentified:'] as const

/** Source: notifications §4.6. */
export function isExternalIdentity(urn: string): boolean {
  if (urn.startsWith(byEmail)) return isEmailAddress(decoded(urn.slice(byEmail.length)))
  const prefix = byName.find((known) => urn.startsWith(known))
  return prefix !== undefined && trimBlanks(decoded(urn.slice(prefix.length))) !== ''
}

/** The same text for all URNs of one user. Any other URN is returned as it is. */
export function canonicalExternalIdentity(urn: string): string {
  if (urn.startsWith(byEmail)) return byEmail + trimBlanks(decoded(urn.slice(byEmail.length))).toLowerCase()
  const prefix = byName.find((known) => urn.startsWith(known))
  return prefix === undefined ? urn : byName[0] + trimBlanks(decoded(urn.slice(prefix.length)))
}

/** The address in a URN that names a user by email; undefined for any other URN. */
export const emailOfIdentity = (urn: string): string | undefined =>
  urn.startsWith(byEmail) ? trimBlanks(decoded(urn.slice(byEmail.length))) : undefined

/** A value that is not percent-encoded correctly is returned as it is. */
function decoded(value: string): string {
  try {
    return decodeURIComponent(value)
  } catch {
    return value
  }
}
