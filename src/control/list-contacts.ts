/** Lists the contact register. */
import { z } from 'zod'
import { contactsReply } from '../control-replies/contacts.ts'
import { reply } from '../wire/row.ts'
import { pageIn, pageQuery } from './page-query.ts'
import { defineControl } from './row.ts'

export const listContacts = defineControl({
  id: 'control.listContacts',
  summary: 'The contact register: people, organizations and external identities',
  request: { query: z.object(pageQuery) },
  replies: { 200: reply.json(contactsReply) },

  handle: ({ query }, { knobs, reply: answer }) => answer(200, knobs.contacts.list(pageIn(query))),
})
