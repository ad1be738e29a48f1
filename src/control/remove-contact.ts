/** Removes a contact from the register. */
import { reply } from '../wire/row.ts'
import { defineControl } from './row.ts'
import { byNumber, unknownContact } from './show-contact.ts'

export const removeContact = defineControl({
  id: 'control.removeContact',
  method: 'DELETE',
  path: '/_standin/contacts/{number}',
  summary: 'Remove a contact from the register',
  request: { params: byNumber },
  replies: { 204: reply.empty() },
  example: { params: { number: '12838590150' } },

  handle({ params }, { knobs, reply: answer }) {
    if (!knobs.contacts.remove(params.number)) throw unknownContact(params.number)
    return answer(204, undefined)
  },
})
