/** Lists the contact register. */
import { contactsReply } from '../knobs/contacts.ts'
import { reply } from '../wire/row.ts'
import { defineControl } from './row.ts'

export const listContacts = defineControl({
  id: 'control.listContacts',
  summary: 'The contact register: people, organizations and external identities',
  request: {},
  replies: { 200: reply.json(contactsReply) },

  handle: (_, { knobs, reply: answer }) => answer(200, knobs.contacts.list()),
})
