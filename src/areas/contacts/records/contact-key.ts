/** The key of a contact. */
import { canonicalExternalIdentity } from '../../../wire/values/external-identity.ts'

/** The key of a contact in the register. */
export const contactKey = (number: string): string => (number.startsWith('urn:') ? canonicalExternalIdentity(number) : number)
