/** A contact of the register, and its kinds. */
import type { ControlReply } from '../../../control/client.ts'

export type Contact = ControlReply<'control.listContacts'>['contacts'][number]
export type Organization = Extract<Contact, { emails: string[] }>

export const isOrganization = (contact: Contact): contact is Organization => 'emails' in contact

/** People have eleven digits, organizations nine; others are external identities. */
export const kindOf = ({ number }: Contact): 'person' | 'organization' | 'external identity' => {
  if (/^\d{11}$/.test(number)) return 'person'
  return /^\d{9}$/.test(number) ? 'organization' : 'external identity'
}

export const addressesOf = (contact: Contact): string[] =>
  isOrganization(contact) ? [...contact.emails, ...contact.mobiles] : [contact.email, contact.mobile].flatMap((each) => each ?? [])
