/** Writes docs/scenarios.md: every built-in scenario, and how to switch it on (`npm run generate`). */
import { writeFileSync } from 'node:fs'
import { chapterNames, chapterOf, showRules } from '../src/control/scenarios/rules.ts'
import { readOwnScenarios } from '../src/platform/node-files.ts'
import { operations, operationsById } from '../src/service/areas/index.ts'
import { createRuleset } from '../src/service/failures/active-rules.ts'
import { readScenario } from '../src/service/failures/read-scenario.ts'
import type { Scenario } from '../src/service/world/scenario.ts'
import { code, table, whereCommandsRun } from './markdown.ts'

export async function builtInScenarios(): Promise<Scenario[]> {
  return Object.entries(await readOwnScenarios()).map(([name, document]) => readScenario(name, document, 'built-in'))
}

export async function scenariosPage(): Promise<string> {
  const scenarios = await builtInScenarios()
  const listed = chapterNames.flatMap((chapter) => {
    const within = scenarios.filter((scenario) => chapterOf(scenario) === chapter)
    const others = within.filter((scenario) => !families.some(({ fits }) => fits(scenario)))
    return within.length > 0 ? [`## ${chapter}`, ...families.flatMap((family) => tableOf(family, within)), ...others.map(entry)] : []
  })
  return `<!-- Written by tools/make-scenarios.ts (npm run generate). -->
# Scenarios

This page is for testers who need the service to fail. It lists ${scenarios.length} scenarios, each in its own file under \`scenarios/\` with its own proof.

${whereCommandsRun}

For each scenario, the command and the \`PUT\` request switch it on for all calls in a world, until \`npx standin scenarios off\` or
\`DELETE /_standin/scenarios/active\`. The header applies the scenario to a single call, and calls are counted separately for each order
and each path. With \`; run=<word>\`, all calls with the same word are counted together ([details](writing-scenarios.md#rules)). In a test:
\`await simulator.scenarios.use('outage-register')\`. See also the [scenarios for each operation](faults.md), and how to
[write your own](writing-scenarios.md).

${listed.join('\n\n')}
`
}

function entry(scenario: Scenario): string {
  const { name, guidance } = scenario
  const list = [
    rulesOf(scenario),
    guidance ? `- *What your client should do:* ${guidance.trim()}` : '',
    `- ${switches(scenario).map(code).join(' · ')}`,
  ]
  return `### ${name}\n\n${textOf(scenario)}\n\n${list.filter((part) => part !== '').join('\n')}`
}

/** Scenarios that are similar enough to share a table. */
interface Family {
  readonly title: string
  readonly fits: (scenario: Scenario) => boolean
  readonly intro: string
  readonly subject: string
  readonly cell: (scenario: Scenario) => string
}

const operationOf = ({ rules }: Scenario) => String(rules[0]?.on)
const statusOf = ({ rules: [rule, ...others] }: Scenario) => {
  const { status, ...limits } = (rule?.effects.outcome ?? {}) as { status?: string }
  return others.length === 0 && Object.keys(limits).length === 0 ? status : undefined
}

const families: readonly Family[] = [
  {
    title: 'A single operation is unavailable',
    fits: ({ name }) => name.startsWith('unavailable-'),
    intro: 'Each of these scenarios makes a single operation fail with 503 NOT-00004.',
    subject: 'Operation',
    cell: (scenario) => `${code(operationOf(scenario))}${operationsById.get(operationOf(scenario))?.dialect ? ' (only `live`)' : ''}`,
  },
  {
    title: 'The rate limit of a single operation is used up',
    fits: (scenario) => scenario.name.startsWith('rate-limit-') && operationsById.has(operationOf(scenario)),
    intro:
      "Each of these scenarios uses up an operation's limit: from its first call on, a caller has no calls left. The limit recovers after a minute.",
    subject: 'Operation',
    cell: (scenario) => code(operationOf(scenario)),
  },
  {
    title: 'A final status for every message',
    fits: (scenario) => statusOf(scenario) !== undefined,
    intro: 'With these scenarios, orders are accepted as usual, and every message on the channel ends with the given status.',
    subject: 'Final status, and cause',
    cell: (scenario) => `${code(statusOf(scenario) ?? '')}: ${textOf(scenario, usual)}`,
  },
]

/** Sentences that all scenarios about a final status have in common. */
const usual = /Orders are accepted as usual\.( The shipment, the feed and the outbox show the failure\.)?/

function tableOf({ title, fits, intro, subject, cell }: Family, within: readonly Scenario[]): string[] {
  const members = within.filter(fits)
  const [first] = members
  if (first === undefined) return []
  const rows = members.map((scenario) => [code(scenario.name), cell(scenario), (scenario.guidance ?? '').trim()])
  return [
    `### ${title}

${intro} To use ${code(first.name)}:
${switches(first).map(code).join(' · ')}

${table(['Scenario', subject, 'What your client should do'], rows)}`,
  ]
}

const textOf = ({ summary, description = '' }: Scenario, without = /$/) =>
  `${summary}. ${description.trim()}`.replace(without, '').replaceAll(/\s+/g, ' ').trim()

/** Rules with the same effects share a line. */
function rulesOf(scenario: Scenario): string {
  const { rules, explained } = showRules(scenario)
  const subjects = new Map<string, string[]>()
  rules.forEach((rule, at) => {
    const says = (explained[at] ?? []).join(' ')
    subjects.set(says, [...(subjects.get(says) ?? []), subjectOf(rule)])
  })
  return [...subjects].map(([says, those]) => `- ${heading(those)}${says}`).join('\n')
}

function heading(subjects: readonly string[]): string {
  const text = subjects.filter((subject) => subject !== '').join('; ')
  return text === '' ? '' : `${text.charAt(0).toUpperCase()}${text.slice(1)}: `
}

/** Describes a rule's conditions. */
function subjectOf({ on, where, calls, probability, after, for: lasting, until, per }: Record<string, unknown>): string {
  const parts = [
    on === undefined ? '' : `on ${code(said(on))}`,
    where === undefined ? '' : `where ${code(said(where))}`,
    calls === undefined ? '' : callsIn(calls),
    per === undefined ? '' : `for each ${said(per)}`,
    probability === undefined ? '' : `with probability ${said(probability)}`,
    after === undefined ? '' : `after ${said(after)}`,
    lasting === undefined ? '' : `for ${said(lasting)}`,
    until === undefined ? '' : `until ${said(until)}`,
  ]
  return parts.filter((part) => part !== '').join(', ')
}

function callsIn(calls: unknown): string {
  if (typeof calls === 'object') {
    const { every } = calls as { every: number }
    return `calls ${every}, ${2 * every}, ${3 * every} …`
  }
  return typeof calls === 'number' ? `call ${calls}` : `calls ${said(calls)}`
}

const said = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))

/** Returns the ways to switch a scenario on. The header works only for scenarios that cover calls. */
function switches(scenario: Scenario): string[] {
  const { name } = scenario
  const ruleset = createRuleset([{ scenario, since: 0 }])
  const isAboutCalls = operations.some((row) => ruleset.of(row).rules.length > 0)
  const both = [`npx standin scenarios use ${name}`, `PUT /_standin/scenarios/${name}/active`]
  return isAboutCalls ? [...both, `x-standin-scenario: ${name}${needsRun(scenario) ? '; run=a' : ''}`] : both
}

/** True if the scenario's failure or recovery appears only after several calls with different targets. */
const needsRun = ({ rules }: Scenario) => rules.some(({ calls, effects }) => (calls && 'every' in calls) || effects.exhaust !== undefined)

if (import.meta.main) writeFileSync(new URL('../docs/scenarios.md', import.meta.url), await scenariosPage())
