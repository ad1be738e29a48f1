/** Writes docs/scenarios.md: every built-in scenario, and how to switch it on (`npm run generate`). */
import { writeFileSync } from 'node:fs'
import { chapterNames, chapterOf, showRules } from '../src/control/scenarios/rules.ts'
import { readOwnScenarios } from '../src/platform/node-files.ts'
import { operations } from '../src/service/areas/index.ts'
import { createRuleset } from '../src/service/failures/active-rules.ts'
import { readScenario } from '../src/service/failures/read-scenario.ts'
import type { Scenario } from '../src/service/world/scenario.ts'
import { code, whereCommandsRun } from './markdown.ts'

export async function builtInScenarios(): Promise<Scenario[]> {
  return Object.entries(await readOwnScenarios()).map(([name, document]) => readScenario(name, document, 'built-in'))
}

export async function scenariosPage(): Promise<string> {
  const scenarios = await builtInScenarios()
  const listed = chapterNames.flatMap((chapter) => {
    const within = scenarios.filter((scenario) => chapterOf(scenario) === chapter)
    return within.length > 0 ? [`## ${chapter}`, ...within.map(entry)] : []
  })
  return `<!-- Written by tools/make-scenarios.ts (npm run generate). -->
# Scenarios

This page is for testers who need a failure of the service. It lists ${scenarios.length} scenarios, each one file under \`scenarios/\` with its own proof.

${whereCommandsRun}

The command and the \`PUT\` below each scenario switch it on for all calls of a world, until \`npx standin scenarios off\` or
\`DELETE /_standin/scenarios/active\`. The header applies it to one call, and counts each order and each path separately; with
\`; run=<word>\` it counts every call with this word ([how](writing-scenarios.md#rules)). In tests: \`await simulator.scenarios.use('outage-register')\`.

The scenarios of each operation: [faults](faults.md). Your own scenarios: [writing scenarios](writing-scenarios.md).

${listed.join('\n\n')}
`
}

function entry(scenario: Scenario): string {
  const { name, summary, description, guidance } = scenario
  const parts = [
    `### ${name}`,
    `${summary}.${description ? ` ${description.trim()}` : ''}`,
    rulesOf(scenario),
    guidance ? `*What your client should do:* ${guidance.trim()}` : '',
    switches(scenario).map(code).join(' · '),
  ]
  return parts.filter((part) => part !== '').join('\n\n')
}

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

/** A rule's conditions. */
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

/** The ways to switch a scenario on. The header works only for scenarios that cover calls. */
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
