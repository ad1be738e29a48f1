/** Lists the contact register. */
import { z } from 'zod'
import { contactSchema } from '../state/notifications/contact.ts'
import { reply } from '../wire/row.ts'
import { defineControl } from './row.ts'

export const listContacts = defineControl({
  id: 'control.listContacts',
  method: 'GET',
  path: '/_standin/contacts',
  summary: 'The contact register: people, organizations and external identities',
  request: {},
  replies: { 200: reply.json(z.object({ contacts: z.array(contactSchema), total: z.int() })) },

  handle(_, { knobs, reply: answer }) {
    const contacts = knobs.contacts.list()
    return answer(200, { contacts, total: contacts.length })
  },
})
