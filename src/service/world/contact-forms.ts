/** The records of contacts as they are written. */
import { z } from 'zod'
import { contactSchema } from './contact.ts'
import { changedContacts, formerContacts, removedContacts } from './contact-register.ts'
import { defineForm, time } from './record-form.ts'

export const contactForm = defineForm(changedContacts, {
  list: 'contacts.changed',
  summary: 'The contacts that differ from the fixtures.',
  schema: contactSchema,
})

export const removedContactForm = defineForm(removedContacts, {
  list: 'contacts.removed',
  summary: 'The numbers of the contacts of the fixtures that were removed.',
  schema: z.string(),
})

export const formerContactForm = defineForm(formerContacts, {
  list: 'contacts.former',
  summary: 'The versions that contacts had before.',
  schema: z.strictObject({ number: z.string(), versions: z.array(z.strictObject({ contact: contactSchema.nullable(), until: time })) }),
})
