/** Writes the tables of docs/faults.md: every error and fault of every operation, and how to cause it (`npm run generate`). */
import { readFileSync, writeFileSync } from 'node:fs'
import { readFixtures } from '../src/platform/node-files.ts'
import { areaName, type RefusalKey } from '../src/service/areas/areas.ts'
import { type ScanPlan, scanPlans } from '../src/service/areas/file-transfer/wire.ts'
import { operations } from '../src/service/areas/index.ts'
import { recipesOf } from '../src/service/areas/notifications/magic-recipients.ts'
import { effects } from '../src/service/failures/effects.ts'
import type { Scenario } from '../src/service/world/scenario.ts'
import { type Fault, faultsOf, sureRules } from './faults.ts'
import { builtInScenarios } from './make-scenarios.ts'
import { code, table, withPart } from './markdown.ts'
import type { Row } from './provocations.ts'

/** The errors that the specification names. */
export const specified: readonly RefusalKey[] = [
  'NOT-00001',
  'NOT-00002',
  'NOT-00003',
  'NOT-00004',
  'validation',
  'unauthenticated',
  'forbidden',
  'rate-limited',
]

const headings: Partial<Record<RefusalKey, string>> = { validation: '400', unauthenticated: '401', forbidden: '403', 'rate-limited': '429' }

const none = '–'
const listed = (names: readonly string[]) => (names.length === 0 ? none : names.map(code).join(' '))

/** The page with its tables. */
export const withFaults = async (page: string): Promise<string> => withPart(page, 'make-faults', await faultTables())

async function faultTables(): Promise<string> {
  const scenarios = await builtInScenarios()
  const all = operations.map((row) => [row, faultsOf(row, scenarios)] as const)
  return `## The errors of the specification

Each cell names the scenario that affects the fewest other operations. A dash: the operation does not have this error.

${table(
  ['Operation', ...specified.map((name) => headings[name] ?? name)],
  all
    .filter(([{ id }]) => ['notifications', 'fileTransfer'].includes(areaName(id)))
    .map(([row, faults]) => [code(row.id), ...specified.map((name) => nearest(faults, name))]),
)}

${all.map(([row, faults]) => operation(row, faults)).join('\n\n')}

## After the call

How accepted messages and files end. The recipient or the file name decides for one, a scenario decides for all.

${table(['Ends in', 'One: recipient or file name', 'All: scenario'], [...messages(scenarios), ...files(scenarios)])}

All recipients: [recipients](recipients.md).
`
}

/** The scenario that covers the fewest operations. Scenarios that refuse directly come first. */
function nearest(faults: readonly Fault[], name: RefusalKey): string {
  const fault = faults.find((each) => each.name === name)
  const rank = (scenario: Scenario) => breadth(scenario) + (isPlain(scenario, name) ? 0 : operations.length)
  const [first] = [...(fault?.scenarios ?? [])].sort((one, other) => rank(one) - rank(other))
  return first ? code(first.name) : none
}

const breadth = (scenario: Scenario) => operations.filter((row) => sureRules(row, scenario).length > 0).length

const isPlain = ({ rules }: Scenario, name: RefusalKey) =>
  rules.every(({ calls, effects: { refuse, exhaust } }) => !calls && (exhaust ?? (refuse as { code: string } | undefined)?.code === name))

const order = ['error', 'effect']

function operation({ id, method, path, summary }: Row, faults: readonly Fault[]): string {
  const cells = faults
    .toSorted((one, other) => order.indexOf(one.kind) - order.indexOf(other.kind))
    .map((fault) =>
      fault.kind === 'error'
        ? [
            errorName(fault),
            fault.form.title,
            code(`code=${fault.name}`),
            listed(fault.scenarios.map(({ name }) => name)),
            fault.itself?.says ?? none,
          ]
        : [fault.name, effects[fault.name].summary, none, listed(fault.scenarios.map(({ name }) => name)), none],
    )
  return `## ${id}

${code(`${method} ${[path].flat()[0]}`)}: ${summary.charAt(0).toLowerCase()}${summary.slice(1)}

${table(['Fault', 'Title', 'Preference', 'Scenarios', 'Without a scenario'], cells)}`
}

const errorName = ({ form: { status }, code: named }: Extract<Fault, { kind: 'error' }>) =>
  named === undefined ? String(status) : `${status} ${named}`

function messages(scenarios: readonly Scenario[]): string[][] {
  const ways = new Map<string, string[]>()
  for (const { status, recipient } of recipesOf(readFixtures())) {
    const { recipientEmail, recipientSms, recipientPerson, recipientOrganization } = recipient
    const address = recipientEmail?.emailAddress ?? recipientSms?.phoneNumber
    const number = recipientPerson?.nationalIdentityNumber ?? recipientOrganization?.orgNumber ?? ''
    ways.set(status, [...(ways.get(status) ?? []), address ?? number])
  }
  const by = (status: string) => about(scenarios, 'outcome', (options) => (options as { status: string }).status === status)
  return [...ways].map(([status, recipients]) => [code(status), listed(recipients), by(status)])
}

const files = (scenarios: readonly Scenario[]): string[][] =>
  Object.entries(scanPlans).map(([word, plan]) => [
    endingOf(plan),
    code(`report-${word}.xml`),
    about(scenarios, 'scan', (options) => isThis(options, plan)),
  ])

const words = { infected: 'infected', error: 'error', clean: 'slow' } as const

const isThis = (options: unknown, { result, after }: ScanPlan) => options === (after === 'never' ? 'stuck' : words[result])

function endingOf({ result, after }: ScanPlan): string {
  if (after === 'never') return '`UploadProcessing`, and never leaves it'
  if (result === 'clean') return `\`Published\`, after ${Number(after) / 60_000} minutes`
  return result === 'infected' ? '`Failed`: infected' : '`Failed`: cannot be scanned'
}

/** The scenarios with an effect on all messages or files. */
function about(scenarios: readonly Scenario[], effect: string, fits: (options: unknown) => boolean): string {
  const found = scenarios.filter(({ rules }) =>
    rules.some(({ probability, effects: named }) => probability === undefined && named[effect] !== undefined && fits(named[effect])),
  )
  return listed(found.map(({ name }) => name))
}

const page = new URL('../docs/faults.md', import.meta.url)

if (import.meta.main) writeFileSync(page, await withFaults(readFileSync(page, 'utf8')))
