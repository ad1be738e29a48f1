/** `standin contacts`: the contact register of a world. */
import type { ControlInput } from '../control/rows/client.ts'
import { defineCommand } from './command.ts'
import { onOff, optional, someText } from './option.ts'
import { print } from './print.ts'
import { connectionOptions, remote } from './remote.ts'
import { inTableOf, rowGroup } from './row-commands.ts'

const number = {
  ...optional('A national identity number, an organization number, or the URN of an external identity', someText),
  word: 'required',
} as const

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
    print(io, values, contact, inTableOf('control.showContact'))
    return 0
  },
})

export const contacts = rowGroup('contacts', ['list', 'show', put, 'remove'])
