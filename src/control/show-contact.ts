/** Shows one contact of the register. */
import { z } from 'zod'
import { Misuse } from '../misuse.ts'
import { contactSchema } from '../state/notifications/contact.ts'
import { reply } from '../wire/row.ts'
import { defineControl } from './row.ts'

export const byNumber = z.object({
  number: z.string().describe('A national identity number, an organization number, or the URN of an external identity.'),
})

export const unknownContact = (number: string) =>
  new Misuse(`The register knows no ${JSON.stringify(number.slice(0, 100))}.`, undefined, 404)

export const showContact = defineControl({
  id: 'control.showContact',
  method: 'GET',
  path: '/_standin/contacts/{number}',
  summary: 'One contact of the register',
  request: { params: byNumber },
  replies: { 200: reply.json(contactSchema) },
  example: { params: { number: '12838590150' } },

  handle({ params }, { knobs, reply: answer }) {
    const contact = knobs.contacts.find(params.number)
    if (!contact) throw unknownContact(params.number)
    return answer(200, contact)
  },
})
