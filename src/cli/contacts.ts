/** `standin contacts`: the contact register of a world. */
import type { ControlInput, ControlReply } from '../control/client.ts'
import { heading, type Row } from './columns.ts'
import { defineCommand } from './command.ts'
import { connectionOptions } from './connection.ts'
import { onOff, optional, someText } from './option.ts'
import { print } from './print.ts'
import { remote } from './remote.ts'
import { wholeList } from './whole-list.ts'

type Contact = ControlReply<'control.showContact'>

const number = {
  ...optional('A national identity number, an organization number, or the URN of an external identity', someText),
  word: 'required',
} as const

const titles = heading('NUMBER', 'CONDITION', 'NAME', 'EMAIL', 'MOBILE', 'ABOUT')

function cells(contact: Contact): Row {
  const { number: id, condition = '', name = '', verified } = contact
  const [emails, mobiles] = 'emails' in contact ? [contact.emails, contact.mobiles] : [[contact.email], [contact.mobile]]
  const about = [
    verified === false && 'not verified',
    'reserved' in contact && contact.reserved && 'reserved',
    'updated' in contact && contact.updated && `confirmed ${contact.updated}`,
    'serviceOwner' in contact && contact.serviceOwner && `service owner ${contact.serviceOwner}`,
    'users' in contact && contact.users && `${contact.users.length} users`,
  ]
  return [id, condition, name, emails.join(', '), mobiles.join(', '), about.filter(Boolean).join(', ')]
}

const list = defineCommand({
  name: 'list',
  summary: 'List people, organizations and external identities',
  byDefault: true,
  options: { condition: optional('Only contacts with this condition, such as reserved', someText), ...connectionOptions },
  examples: [['standin contacts --condition noDetails', 'People and organizations that cannot be reached']],
  async run({ values, io }) {
    const { condition } = values
    const { contacts } = await wholeList('contacts', (query) => remote(values).call('control.listContacts', { query }))
    const found = contacts.filter((each) => condition === undefined || each.condition?.toLowerCase() === condition.toLowerCase())
    print(io, values, { contacts: found, total: found.length }, (reply, table) => table([titles, ...reply.contacts.map(cells)]))
    return 0
  },
})

const show = defineCommand({
  name: 'show',
  summary: 'Show one contact',
  options: { number, ...connectionOptions },
  async run({ values, io }) {
    const contact = await remote(values).call('control.showContact', { params: { number: values.number ?? '' } })
    print(io, values, contact, (reply, table) => table([titles, cells(reply)]))
    return 0
  },
})

const several = (text: string) => text.split(',').map((part) => part.trim())

const put = defineCommand({
  name: 'put',
  summary: 'Add a contact, or replace the one with this number',
  options: {
    number,
    name: optional('The name', someText),
    condition: optional('What is special about it, in one word', someText),
    email: optional('The email address; several for an organization, separated by commas', someText),
    mobile: optional('The mobile number; several for an organization, separated by commas', someText),
    verified: optional('Whether its addresses count: on, off', onOff),
    reserved: optional('Whether a person is reserved against digital communication: on, off', onOff),
    updated: optional('When a person last confirmed the details, such as 2021-03-15', someText),
    ...connectionOptions,
  },
  examples: [['standin contacts put 12838590150 --email oda@example.org --reserved on', 'Oda has an address, and is reserved']],
  async run({ values, io }) {
    const { number: id = '', name, condition, email, mobile, verified, reserved, updated } = values
    const isOrganization = /^\d{9}$/.test(id)
    const addresses = isOrganization ? { emails: email ? several(email) : [], mobiles: mobile ? several(mobile) : [] } : { email, mobile }
    const body: ControlInput<'control.putContact'>['body'] = { name, condition, verified, reserved, updated, ...addresses }
    const contact = await remote(values).call('control.putContact', { params: { number: id }, body })
    print(io, values, contact, (reply, table) => table([titles, cells(reply)]))
    return 0
  },
})

const remove = defineCommand({
  name: 'remove',
  summary: 'Remove a contact',
  options: { number, ...connectionOptions },
  async run({ values, io }) {
    const { number: id = '' } = values
    print(io, values, await remote(values).call('control.removeContact', { params: { number: id } }), () => `${id} is removed.`)
    return 0
  },
})

export const contacts = defineCommand({
  name: 'contacts',
  summary: 'List and change the contact register',
  options: {},
  commands: [list, show, put, remove],
})
