/** Shows one contact of the register. */
import { z } from 'zod'
import { contactReply } from '../control-replies/contacts.ts'
import { reply } from '../wire/row.ts'
import { defineControl } from './row.ts'

export const byNumber = z.object({
  number: z.string().describe('A national identity number, an organization number, or the URN of an external identity.'),
})

export const showContact = defineControl({
  id: 'control.showContact',
  summary: 'One contact of the register',
  request: { params: byNumber },
  replies: { 200: reply.json(contactReply) },
  example: { params: { number: '12838590150' } },

  handle: ({ params }, { knobs, reply: answer }) => answer(200, knobs.contacts.find(params.number)),
})
