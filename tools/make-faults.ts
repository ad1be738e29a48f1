/** Writes the tables in docs/faults.md: every operation's errors and faults, and how to cause them (`npm run generate`). */
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

/** Errors that the specification defines. */
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

export const withFaults = async (page: string): Promise<string> => withPart(page, 'make-faults', await faultTables())

async function faultTables(): Promise<string> {
  const scenarios = await builtInScenarios()
  const all = operations.map((row) => [row, faultsOf(row, scenarios)] as const)
  const shared = sharedFaults(all.map(([, faults]) => faults))
  return `## The errors in the specification

Each cell contains the scenario that affects the fewest other operations. A dash means that the operation does not return this error.

${table(
  ['Operation', ...specified.map((name) => headings[name] ?? name)],
  all
    .filter(([{ id }]) => ['notifications', 'fileTransfer'].includes(areaName(id)))
    .map(([row, faults]) => [code(row.id), ...specified.map((name) => nearest(faults, name))]),
)}

## Faults of every operation

Every operation also has these faults. The tables of the operations below list only other faults and scenarios.

${table(
  columns,
  [...shared.values()].map(({ fault, scenarios }) => cells(fault, [...scenarios])),
)}

${all.map(([row, faults]) => operation(row, faults, shared)).join('\n\n')}

## After the call

Accepted messages and files can end with these results. A recipient or a file name determines the result of a single message or file.
A scenario determines the results of all messages or files.

${table(['Result', 'For one: recipient or file name', 'For all: scenario'], [...messages(scenarios), ...files(scenarios)])}

For all recipients, see [Recipients](recipients.md).
`
}

/** Returns the scenario that covers the fewest operations. Scenarios that refuse directly come first. */
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

const columns = ['Fault', 'Title', 'Preference', 'Scenarios', 'Without a scenario']

const sorted = (faults: readonly Fault[]) => faults.toSorted((one, other) => order.indexOf(one.kind) - order.indexOf(other.kind))

const cells = (fault: Fault, scenarios: readonly string[]): string[] =>
  fault.kind === 'error'
    ? [errorName(fault), fault.form.title, code(`code=${fault.name}`), listed(scenarios), fault.itself?.says ?? none]
    : [fault.name, effects[fault.name].summary, none, listed(scenarios), none]

const namesOf = (fault: Fault) => fault.scenarios.map(({ name }) => name)
const keyOf = (fault: Fault) => cells(fault, []).join(' | ')

type Shared = ReadonlyMap<string, { fault: Fault; scenarios: ReadonlySet<string> }>

/** Returns the faults that every operation has, with the scenarios that cause them at every operation. */
function sharedFaults([first = [], ...others]: readonly (readonly Fault[])[]): Shared {
  const found = sorted(first).map((fault) => {
    const same = others.map((faults) => faults.find((other) => keyOf(other) === keyOf(fault)))
    const scenarios = namesOf(fault).filter((name) => same.every((other) => other && namesOf(other).includes(name)))
    return [keyOf(fault), { fault, scenarios: new Set(scenarios) }] as const
  })
  return new Map(found.filter(([, { scenarios }]) => scenarios.size > 0))
}

function operation({ id, method, path, summary }: Row, faults: readonly Fault[], shared: Shared): string {
  const rows = sorted(faults).flatMap((fault) => {
    const common = shared.get(keyOf(fault))
    const own = namesOf(fault).filter((name) => !common?.scenarios.has(name))
    return common && own.length === 0 ? [] : [cells(fault, own)]
  })
  const intro = `## ${id}\n\n${code(`${method} ${[path].flat()[0]}`)}: ${summary.charAt(0).toLowerCase()}${summary.slice(1)}`
  return rows.length > 0 ? `${intro}\n\n${table(columns, rows)}` : intro
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
  if (after === 'never') return '`UploadProcessing`, forever'
  if (result === 'clean') return `\`Published\`, after ${Number(after) / 60_000} minutes`
  return result === 'infected' ? '`Failed`: infected' : '`Failed`: cannot be scanned'
}

/** Returns the scenarios that affect all messages or files. */
function about(scenarios: readonly Scenario[], effect: string, fits: (options: unknown) => boolean): string {
  const found = scenarios.filter(({ rules }) =>
    rules.some(({ probability, effects: named }) => probability === undefined && named[effect] !== undefined && fits(named[effect])),
  )
  return listed(found.map(({ name }) => name))
}

const page = new URL('../docs/faults.md', import.meta.url)

if (import.meta.main) writeFileSync(page, await withFaults(readFileSync(page, 'utf8')))
