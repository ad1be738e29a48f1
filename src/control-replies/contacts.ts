/** The replies about the contact register. */
import { z } from 'zod'
import { contactSchema } from '../areas/contacts/records/contact.ts'
import { pageReply } from './page.ts'

export const contactReply = contactSchema

export const contactsReply = z.object({ contacts: z.array(contactSchema).describe('The contacts.'), ...pageReply })
