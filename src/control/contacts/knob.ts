/** A world's contact register: people, organizations and external identities. */
import type { z } from 'zod'
import { Misuse } from '../../service/wire/misuse.ts'
import type { Contact } from '../../service/world/contact.ts'
import type { World } from '../../service/world/world.ts'
import { type Page, pageOf } from '../rows/page.ts'
import type { ContactKind, contactsReply } from './rows.ts'

interface ContactFilter {
  /** Shows only contacts with this condition. Case-insensitive. */
  readonly condition?: string | undefined
  /** Shows only people, only organizations, or only external identities. */
  readonly kind?: ContactKind | undefined
  /** Shows only contacts with these numbers, or service owners with these codes. */
  readonly numbers?: readonly string[] | undefined
}

export type Contacts = ReturnType<typeof createContacts>

export function createContacts(current: () => World) {
  return {
    /** Contacts from the fixtures come first. */
    list(page?: Page, { condition, kind, numbers }: ContactFilter = {}): z.output<typeof contactsReply> {
      const named = new Set(numbers)
      const all = current()
        .contacts.list()
        .filter((contact) => kind === undefined || kindOf(contact) === kind)
        .filter((contact) => numbers === undefined || namesOf(contact).some((each) => named.has(each)))
      const wanted = condition?.toLowerCase()
      const listed = wanted === undefined ? all : all.filter((contact) => contact.condition?.toLowerCase() === wanted)
      return pageOf('contacts', listed, page, ({ number }) => number)
    },
    /** Finds a contact by national identity number, organization number or URN. Throws {@link Misuse} if it does not exist. */
    find(number: string): Contact {
      const contact = current().contacts.find(number)
      if (!contact) throw unknownContact(number)
      return contact
    },
    /** Adds a contact, or replaces the contact with the same number. */
    put(contact: Contact): Contact {
      // Copies the contact, so that later changes to the caller's object do not change the world.
      current().contacts.put(structuredClone(contact))
      return contact
    },
    /** Throws {@link Misuse} if the contact does not exist. */
    remove(number: string): void {
      if (!current().contacts.remove(number)) throw unknownContact(number)
    },
  }
}

/** People have eleven-digit numbers, and organizations have nine-digit numbers. */
const kindOf = ({ number }: Contact): ContactKind => {
  if (/^\d{11}$/.test(number)) return 'person'
  return /^\d{9}$/.test(number) ? 'organization' : 'external'
}

const namesOf = (contact: Contact): readonly string[] =>
  'serviceOwner' in contact && contact.serviceOwner !== undefined ? [contact.number, contact.serviceOwner] : [contact.number]

const unknownContact = (number: string) =>
  new Misuse(`Contact not found in the register: ${JSON.stringify(number.slice(0, 100))}.`, undefined, 404)
