/** `standin scenario`: what can go wrong, and what does. */

import { inColumns } from './columns.ts'
import { defineCommand } from './command.ts'
import { connectionOptions } from './connection.ts'
import { duration, isoDuration, optional, someText } from './option.ts'
import { print } from './print.ts'
import { ask } from './remote.ts'
import { check } from './scenario-check.ts'

interface Scenario {
  readonly name: string
  readonly summary: string
  readonly source: string
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
      inColumns([['NAME', 'ON', 'SOURCE', 'SUMMARY'], ...scenarios.map((each) => [each.name, stateOf(each), each.source, each.summary])]),
    )
    return 0
  },
})

const stateOf = ({ active, until }: Scenario) => (active ? (until ? `until ${until}` : 'on') : '')

interface FullScenario extends Scenario {
  readonly description: string | null
  readonly guidance: string | null
  readonly rules: readonly Readonly<Record<string, unknown>>[]
  readonly explained: readonly (readonly string[])[]
}

const show = defineCommand({
  name: 'show',
  summary: 'Show a scenario: what it does, and what a client should do',
  options: { name: name('required'), ...connectionOptions },
  examples: [['standin scenario show outage-register', 'What goes wrong, and what to do about it']],
  async run({ values, io }) {
    print(io, values, await ask(values, `GET scenarios/${encodeURIComponent(values.name ?? '')}`), inWords)
    return 0
  },
})

function inWords(scenario: FullScenario): string {
  const { name, summary, source, description, guidance, rules, explained } = scenario
  const state = stateOf(scenario)
  const parts = [
    `${name} (${source}${state && `, ${state}`})`,
    summary,
    description,
    guidance && `Guidance: ${guidance}`,
    ...rules.map((rule, at) => `${at + 1}. ${written(rule)}\n${(explained[at] ?? []).map((sentence) => `   ${sentence}`).join('\n')}`),
  ]
  return `${parts.flatMap((part) => (part ? [part.trim()] : [])).join('\n\n')}\n`
}

const written = (rule: Readonly<Record<string, unknown>>) =>
  Object.entries(rule)
    .map(([key, value]) => `${key}: ${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join(', ')

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
  summary: 'Break it: list scenarios, switch them on and off, check your own',
  options: {},
  commands: [list, show, use, off, check],
})
