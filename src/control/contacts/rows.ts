/** Control rows for the contact register. */
import { z } from 'zod'
import { Misuse } from '../../service/wire/misuse.ts'
import { readAs } from '../../service/wire/read-as.ts'
import { json, reply } from '../../service/wire/row.ts'
import { type Contact, contactSchema, contactSchemaOf } from '../../service/world/contact.ts'
import type { Column } from '../command.ts'
import { pageIn, pageQuery, pageReply } from '../rows/page-query.ts'
import { defineControl } from '../rows/row.ts'

export const contactsReply = z.object({ contacts: z.array(contactSchema).describe('The contacts.'), ...pageReply })

export const contactKinds = ['person', 'organization', 'external'] as const
export type ContactKind = (typeof contactKinds)[number]

const group = { name: 'contacts', summary: 'List and change the contact register' } as const

const columns = [
  ['NUMBER', '{number}'],
  ['CONDITION', '{condition}'],
  ['NAME', '{name}'],
  ['EMAIL', '{emails|email}'],
  ['MOBILE', '{mobiles|mobile}'],
  [
    'ABOUT',
    [
      '[{!verified}not verified]',
      '[{?reserved}reserved]',
      '[confirmed {updated}]',
      '[service owner {serviceOwner}]',
      '[{users.length} users]',
    ],
  ],
] as const satisfies readonly Column[]

const listContacts = defineControl('control.listContacts', 'GET /_standin/contacts', {
  summary: 'The contact register: people, organizations and external identities',
  request: {
    query: z.object({
      condition: z.string().optional().describe('Only contacts with this condition, such as reserved.'),
      kind: z.enum(contactKinds).optional().describe('Only people, only organizations, or only external identities.'),
      numbers: z
        .string()
        .optional()
        .describe('Only contacts with these numbers, separated by commas. Service owner codes, such as ttd, also work.'),
      ...pageQuery,
    }),
  },
  replies: { 200: reply.json(contactsReply) },
  command: {
    group,
    name: 'list',
    summary: 'List people, organizations and external identities',
    byDefault: true,
    without: ['numbers'],
    examples: [['standin contacts --condition noDetails', 'People and organizations without contact details']],
    list: 'contacts',
    columns,
  },

  handle: ({ query: { condition, kind, numbers, ...page } }, { knobs, reply: answer }) =>
    answer(200, knobs.contacts.list(pageIn(page), { condition, kind, numbers: numbers?.split(',') })),
})

const byNumber = z.object({
  number: z.string().describe('A national identity number, an organization number, or the URN of an external identity.'),
})

const showContact = defineControl('control.showContact', 'GET /_standin/contacts/{number}', {
  summary: 'A contact in the register',
  request: { params: byNumber },
  replies: { 200: reply.json(contactSchema) },
  example: { params: { number: '12838590150' } },
  command: { group, name: 'show', summary: 'Show a contact', columns },

  handle: ({ params }, { knobs, reply: answer }) => answer(200, knobs.contacts.find(params.number)),
})

const documentedAs = z.union(
  contactSchema.options.map((kind) =>
    z.strictObject({ ...kind.shape, number: kind.shape.number.optional() }).meta({ title: `Put${kind.meta()?.title}` }),
  ),
)

/** Accepts any members, because the number determines the kind of contact, and that kind's schema reports any problems. */
const request = z.looseObject({ number: z.string().optional() }).meta({ documentedAs })

const putContact = defineControl('control.putContact', 'PUT /_standin/contacts/{number}', {
  world: 'made',
  summary: 'Add a contact to the register, or replace one',
  request: { params: byNumber, body: json(request) },
  replies: { 200: reply.json(contactSchema), 201: reply.json(contactSchema) },
  example: { params: { number: '12838590150' }, body: { number: '12838590150', name: 'Ola Ordinær', email: 'ola@example.org' } },

  handle({ params: { number }, body }, { knobs, reply: answer }) {
    const schema = contactSchemaOf(number)
    if (!schema) throw new Misuse(`path.number: ${JSON.stringify(number.slice(0, 100))} is not a valid contact number.`, forms)
    if (body.number !== undefined && body.number !== number) throw new Misuse('body.number differs from the number in the path.')
    const contact = readAs<z.ZodType<Contact>>('body', schema, { ...body, number }, '.')
    const known = knobs.world.contacts.find(number) !== undefined
    return answer(known ? 200 : 201, knobs.contacts.put(contact))
  },
})

const forms = ['11 digits for a person', '9 digits for an organization', 'a URN for an external identity']

const removeContact = defineControl('control.removeContact', 'DELETE /_standin/contacts/{number}', {
  world: 'made',
  summary: 'Remove a contact from the register',
  request: { params: byNumber },
  example: { params: { number: '12838590150' } },
  command: { group, name: 'remove', summary: 'Remove a contact', said: 'Removed {number}.' },

  handle: ({ params }, { knobs, done }) => done(knobs.contacts.remove(params.number)),
})

export const contactsRows = [listContacts, showContact, putContact, removeContact] as const
