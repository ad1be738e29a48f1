/** `standin subscriptions`: the subscriptions to events. */
import { defineCommand } from './command.ts'
import { Failure } from './failure.ts'
import { option, optional, someText } from './option.ts'
import { print } from './print.ts'
import { connectionOptions, serviceClient } from './remote.ts'
import { rowGroup } from './row-commands.ts'

const text = (describe: string) => ({ ...optional(describe, someText), word: 'required' }) as const

const add = defineCommand({
  name: 'add',
  summary: 'Subscribe an endpoint to events, as an organization does',
  options: {
    endpoint: text('The address that gets the events'),
    resource: text('The id of the resource'),
    as: option('The number of the organization that subscribes', someText, '991825827'),
    org: optional('Its code, if it is a service owner; ttd for 991825827', someText),
    subject: optional('Only events for this organization (its number)', someText),
    type: optional('Only events of this type, such as no.altinn.broker.published', someText),
    ...connectionOptions,
  },
  examples: [['standin subscriptions add http://127.0.0.1:9000/hook standin-plain', 'All events of the resource go to your webhook']],
  async run({ values, io }) {
    const { endpoint: endPoint = '', resource = '', as: orgNo, org, subject, type } = values
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
    print(io, values, JSON.parse(said) as { readonly id: number }, (made) => `Subscription ${made.id} is made.`)
    return 0
  },
})

export const subscriptions = rowGroup('subscriptions', ['list', add, 'validate', 'remove'])
