/** Row commands with custom output or additional commands: `standin clock`, `state`, `trigger`, `contacts` and `subscriptions`. */
import type { ControlInput, ControlReply } from '../../../control/client.ts'
import { Misuse } from '../../../service/wire/misuse.ts'
import { shWordBriefly } from '../../../service/wire/text.ts'
import { shortDuration } from '../../../service/wire/timestamp.ts'
import { type Command, defineCommand, Failure } from '../frame/command.ts'
import { onOff, option, optional, required, someText } from '../frame/option.ts'
import { heading, print, status, type Table } from '../frame/print.ts'
import { connectionOptions, remote, serviceClient } from '../frame/remote.ts'
import { inTableOf, rowCommand, rowGroup } from '../frame/row-commands.ts'

function advanceInWords({ now, happened, total, counts, settled, booked }: ControlReply<'control.advanceClock'>, table: Table): string[] {
  const rows = happened.map(({ at, what, id, ...facts }) => [at, what, id ?? '', factsText(facts)])
  const listed = rows.length > 0 ? table([heading('AT', 'WHAT', 'ID', ''), ...rows]) : []
  const unlisted = total > happened.length ? ` (${happened.length} listed)` : ''
  const kinds = Object.entries(counts).map(([what, count]) => `${count} ${what}`)
  const left = booked.map(({ what, count, from, until }) => `${count} ${what} (${from}${until === from ? '' : ` to ${until}`})`)
  const state = settled ? 'No job is left to run now. Booked for later' : 'The service still has work to do. Booked'
  return [
    ...listed,
    `It is ${now}. Events: ${total}${unlisted}${kinds.length > 0 ? `: ${kinds.join(', ')}` : ''}.`,
    ...(left.length > 0 ? [`${state}: ${left.join(', ')}.`] : []),
  ]
}

function faceInWords({ now, mode, speed, lead, pending, total }: ControlReply<'control.showClock'>, table: Table): string[] {
  const rows = pending.map(({ at, what, environment }) => [at, what, environment])
  const listed = rows.length > 0 ? table([heading('AT', 'WHAT', 'ENVIRONMENT'), ...rows]) : []
  const going = mode === 'frozen' ? 'the clock is stopped' : `the clock is running${speed === 1 ? '' : ` at ${speed} times normal speed`}`
  const ahead =
    lead < 1000
      ? []
      : [`It is ${shortDuration(lead)} ahead of the machine's clock, which was set back. Use "standin reset" to correct this.`]
  return [...listed, `It is ${now}, and ${going}. Booked jobs: ${total}${total > rows.length ? ` (${rows.length} listed)` : ''}.`, ...ahead]
}

const factsText = (facts: Readonly<Record<string, unknown>>) =>
  Object.entries(facts)
    .filter(([, value]) => value !== undefined && value !== null)
    .map(([name, value]) => `${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join(' ')

export const clock = rowGroup('clock', ['show', 'advance', 'freeze', 'resume'], {
  'control.advanceClock': advanceInWords,
  'control.showClock': faceInWords,
  'control.freezeClock': faceInWords,
  'control.resumeClock': faceInWords,
})

export const state = rowCommand('state', { 'control.showState': stateInWords })

function stateInWords({ world, created, calls, content, environments }: ControlReply<'control.showState'>, table: Table): string[] {
  const rows = Object.entries(environments).flatMap(([environment, { orders, shipments, fileTransfers, resources }]) => [
    [environment, 'orders', ...cells(orders)],
    [environment, 'shipments', ...cells(shipments)],
    [environment, 'file transfers', ...cells(fileTransfers)],
    [environment, 'resources', ...cells(resources)],
  ])
  const facts = `World ${world}, since ${created}: calls ${calls}, stored files ${content.files}, bytes ${content.bytes}.`
  return [...table([heading('ENVIRONMENT', 'RECORDS', 'TOTAL', 'BY STATUS'), ...rows]), facts]
}

const cells = ({ total, byStatus = {} }: { readonly total: number; readonly byStatus?: Readonly<Record<string, number>> }) => [
  String(total),
  Object.entries(byStatus)
    .map(([status, count]) => `${count} ${status}`)
    .join(', '),
]

const triggerByName = rowCommand('trigger', { 'control.triggerRecipe': triggeredInWords })

const withSearch = (read: (text: string) => unknown) => (text: string) => {
  try {
    return read(text)
  } catch (error) {
    throw error instanceof Misuse ? new Misuse(`${error.message} To search, use standin help ${shWordBriefly(text)}`) : error
  }
}

/** Suggests a search for an unknown name, because testers may not know the names of recipes. */
export const trigger: Command = {
  ...triggerByName,
  options: Object.fromEntries(
    Object.entries(triggerByName.options).map(([name, of]) => [name, of.word ? { ...of, read: withSearch(of.read) } : of]),
  ),
}

function triggeredInWords({ happened, calls, curl }: ControlReply<'control.triggerRecipe'>, table: Table): string[] {
  const rows = calls.map(({ line, operation, status: code, why }) => [line ?? '-', operation, status(String(code ?? '-')), why ?? ''])
  return [
    ...happened,
    '',
    ...table([heading('LINE', 'CALL', 'STATUS', 'WHY'), ...rows]),
    '',
    'The same with curl:',
    '',
    ...curl.trimEnd().split('\n'),
  ]
}

const several = (text: string) => text.split(',').map((part) => part.trim())

const putContact = defineCommand({
  name: 'put',
  summary: 'Add a contact, or replace the one with this number',
  options: {
    number: required('A national identity number, an organization number, or the URN of an external identity'),
    name: optional('The name', someText),
    condition: optional('A remark', someText),
    email: optional('The email address. For an organization, one or more, separated by commas', someText),
    mobile: optional('The mobile number. For an organization, one or more, separated by commas', someText),
    verified: optional('The addresses are verified and may be used: on, off', onOff),
    reserved: optional('The person opted out of digital communication: on, off', onOff),
    updated: optional('When the person last confirmed the details, such as 2021-03-15', someText),
    ...connectionOptions,
  },
  examples: [['standin contacts put 12838590150 --email oda@example.org --reserved on', 'Oda has an address but opted out']],
  async run({ values, io }) {
    const { number: id, name, condition, email, mobile, verified, reserved, updated } = values
    const isOrganization = /^\d{9}$/.test(id)
    const addresses = isOrganization ? { emails: email ? several(email) : [], mobiles: mobile ? several(mobile) : [] } : { email, mobile }
    const body: ControlInput<'control.putContact'>['body'] = { name, condition, verified, reserved, updated, ...addresses }
    const contact = await remote(values).call('control.putContact', { params: { number: id }, body })
    print(io, values, contact, inTableOf('control.showContact'))
  },
})

export const contacts = rowGroup('contacts', ['list', 'show', putContact, 'remove'])

const putSubscription = defineCommand({
  name: 'put',
  also: ['add'],
  summary: 'Subscribe an endpoint to events as an organization',
  options: {
    endpoint: required('The URL that receives the events'),
    resource: required("The resource's id"),
    as: option("The subscribing organization's number", someText, '991825827'),
    org: optional("The organization's code if it is a service owner; ttd for 991825827", someText),
    subject: optional('Only events for this organization (its number)', someText),
    type: optional('Only events of this type, such as no.altinn.broker.published', someText),
    ...connectionOptions,
  },
  examples: [['standin subscriptions put http://127.0.0.1:9000/hook standin-plain', 'Your webhook receives all events about the resource']],
  async run({ values, io }) {
    const { endpoint: endPoint, resource, as: orgNo, org, subject, type } = values
    const body = {
      endPoint,
      resourceFilter: `urn:altinn:resource:${resource}`,
      ...(subject !== undefined && { subjectFilter: `urn:altinn:organization:identifier-no:${subject}` }),
      ...(type !== undefined && { typeFilter: type }),
    }
    const client = await serviceClient(values)
    const response = await client.open('events.createSubscription', { as: { orgNo, org }, body })
    const said = await response.text()
    if (!response.ok) throw new Failure(`The subscription as ${orgNo} was refused with ${response.status}: ${said}`)
    print(io, values, JSON.parse(said) as { readonly id: number }, (made) => `Created the subscription ${made.id}.`)
  },
})

export const subscriptions = rowGroup('subscriptions', ['list', putSubscription, 'validate', 'remove'])
