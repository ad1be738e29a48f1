/** Adds a contact to the register, or replaces one. */
import { z } from 'zod'
import { Misuse } from '../misuse.ts'
import { type Contact, contactSchema, contactSchemaOf } from '../state/notifications/contact.ts'
import { readAs } from '../wire/read-as.ts'
import { json, reply } from '../wire/row.ts'
import { defineControl } from './row.ts'
import { byNumber } from './show-contact.ts'

/** The number decides which kind of contact it is, and its schema says what is wrong with it. */
const request = z.looseObject({ number: z.string().optional() }).meta({ documentedAs: contactSchema })

export const putContact = defineControl({
  id: 'control.putContact',
  method: 'PUT',
  path: '/_standin/contacts/{number}',
  summary: 'Add a contact to the register, or replace one',
  request: { params: byNumber, body: json(request) },
  replies: { 200: reply.json(contactSchema), 201: reply.json(contactSchema) },
  example: { params: { number: '12838590150' }, body: { number: '12838590150', name: 'Ola Ordinær', email: 'ola@example.org' } },

  handle({ params: { number }, body }, { knobs, reply: answer }) {
    const schema = contactSchemaOf(number)
    if (!schema) throw new Misuse(`path.number: ${JSON.stringify(number.slice(0, 100))} is no number of a contact.`, forms)
    if (body.number !== undefined && body.number !== number) throw new Misuse('body.number is another number than that of the path.')
    const contact = readAs<z.ZodType<Contact>>('body', schema, { ...body, number }, '.')
    const known = knobs.contacts.find(number) !== undefined
    knobs.contacts.put(contact)
    return answer(known ? 200 : 201, contact)
  },
})

const forms = ['11 digits for a person', '9 digits for an organization', 'a URN for an external identity']
