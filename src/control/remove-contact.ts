/** Removes a contact from the register. */
import { reply } from '../wire/row.ts'
import { defineControl } from './row.ts'
import { byNumber } from './show-contact.ts'

export const removeContact = defineControl({
  id: 'control.removeContact',
  summary: 'Remove a contact from the register',
  request: { params: byNumber },
  replies: { 204: reply.empty() },
  example: { params: { number: '12838590150' } },

  handle({ params }, { knobs, reply: answer }) {
    knobs.contacts.remove(params.number)
    return answer(204, undefined)
  },
})
