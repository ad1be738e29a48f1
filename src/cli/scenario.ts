/** `standin scenario`: what can go wrong, and what does. */
import { inColumns } from './columns.ts'
import { defineCommand } from './command.ts'
import { connectionOptions } from './connection.ts'
import { duration, isoDuration, optional, someText } from './option.ts'
import { print } from './print.ts'
import { ask } from './remote.ts'

interface Scenario {
  readonly name: string
  readonly summary: string
  readonly active: boolean
  readonly until: string | null
}

const name = (word: 'required' | 'optional') => ({ ...optional('A scenario, as "standin scenario list" has it', someText), word }) as const

const list = defineCommand({
  name: 'list',
  summary: 'List the scenarios, and which are on',
  options: connectionOptions,
  async run({ values, io }) {
    print(io, values, await ask(values, 'GET scenarios'), ({ scenarios }: { scenarios: readonly Scenario[] }) =>
      inColumns([['NAME', 'ON', 'SUMMARY'], ...scenarios.map((each) => [each.name, stateOf(each), each.summary])]),
    )
    return 0
  },
})

const stateOf = ({ active, until }: Scenario) => (active ? (until ? `until ${until}` : 'on') : '')

const use = defineCommand({
  name: 'use',
  summary: 'Switch a scenario on, or let it begin again',
  options: {
    name: name('required'),
    ttl: optional('Off again after this time of the world, such as 5m', duration),
    ...connectionOptions,
  },
  examples: [['standin scenario use outage-register --ttl 5m', 'Five minutes without the contact register']],
  async run({ values, io }) {
    const { name, ttl } = values
    const body = ttl === undefined ? {} : { body: { ttl: isoDuration(ttl) } }
    const reply = await ask(values, `PUT scenarios/${encodeURIComponent(name ?? '')}/active`, body)
    print(io, values, reply, (scenario: Scenario | null) => `${name} is on${scenario?.until ? ` until ${scenario.until}` : ''}.\n`)
    return 0
  },
})

const off = defineCommand({
  name: 'off',
  summary: 'Switch a scenario off, or all of them',
  options: { name: name('optional'), ...connectionOptions },
  examples: [['standin scenario off', 'Everything works again']],
  async run({ values, io }) {
    const { name } = values
    const reply = await ask(values, name === undefined ? 'DELETE scenarios/active' : `DELETE scenarios/${encodeURIComponent(name)}/active`)
    print(io, values, reply, () => `${name === undefined ? 'Every scenario' : name} is off.\n`)
    return 0
  },
})

export const scenario = defineCommand({
  name: 'scenario',
  summary: 'Break it: list scenarios, switch them on and off',
  options: {},
  commands: [list, use, off],
})
