/** `standin scenario`: lists scenarios, and switches them on and off. */

import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import type { ControlReply } from '../control/client.ts'
import { isoDuration } from '../wire/values/duration.ts'
import { heading } from './columns.ts'
import { defineCommand } from './command.ts'
import { connectionOptions, json } from './connection.ts'
import { duration, optional, someText } from './option.ts'
import { indented, print } from './print.ts'
import { remote } from './remote.ts'
import { wholeList } from './whole-list.ts'

const check = defineCommand({
  name: 'check',
  summary: 'Check scenario files, without a server',
  options: {
    path: { ...optional('A file or a folder; the built-in scenarios when absent', someText), word: 'optional' },
    json,
  },
  examples: [['standin scenario check scenarios', 'Print every mistake with its file, line and column, and the valid choices']],
  async run({ values, io }) {
    const { readScenarioPath } = await import('./scenario-files.ts')
    const path = values.path === undefined ? undefined : resolve(io.folder, values.path)
    const names = Object.keys(await readScenarioPath(path))
    print(io, values, { scenarios: names, total: names.length }, () => checkInWords(names))
    return 0
  },
})

const checkInWords = (names: readonly string[]) =>
  names.length === 1 ? `${names[0]} has no mistake.` : `${names.length} scenarios have no mistake.`

type Proof = ControlReply<'control.proveScenario'>

const prove = defineCommand({
  name: 'prove',
  summary: 'Run the proof of a scenario, in a world of its own that is dropped afterwards',
  options: {
    scenario: { ...optional('The name of a scenario, or the file of one of your own', someText), word: 'required' },
    ...connectionOptions,
  },
  examples: [['standin scenario prove my-scenarios/slow-search.yaml', 'Say what each step of its proof got; exit code 1 if one failed']],
  async run({ values, io }) {
    const asked = values.scenario ?? ''
    const proof = await remote(values).call('control.proveScenario', { body: await bodyOf(asked, resolve(io.folder, asked)) })
    print(io, values, proof, proofInWords)
    return proof.passed ? 0 : 1
  },
})

async function bodyOf(asked: string, path: string): Promise<{ name: string }> {
  if (!/\.ya?ml$/.test(asked) && !(asked.includes('/') && existsSync(path))) return { name: asked }
  const { readScenarioPath } = await import('./scenario-files.ts')
  const [[name, document] = [asked, {}]] = Object.entries(await readScenarioPath(path))
  return { ...(document as object), name }
}

const marks = { passed: 'ok    ', failed: 'FAILED', 'not reached': '-     ' }

function proofInWords({ name, passed, problem, ms, steps }: Proof): string[] {
  const lines = steps.flatMap(({ step, does, expected, got, result, wrong }) => [
    `${marks[result]} ${step}. ${does}${expected && `: ${expected}`}`,
    ...(result === 'failed' ? [...wrong.map((sentence) => `       ${sentence}`), `       It got ${got}`] : []),
  ])
  const verdict = passed ? `The proof of ${name} passes (${ms} ms).` : `The proof of ${name} does not pass.`
  return [...lines, ...(problem === null ? [] : [problem]), verdict]
}

type Scenario = ControlReply<'control.activateScenario'>
type FullScenario = ControlReply<'control.showScenario'>

const name = (word: 'required' | 'optional') =>
  ({ ...optional('The name of a scenario, from "standin scenario list"', someText), word }) as const

const list = defineCommand({
  name: 'list',
  summary: 'List the scenarios, and say which are on',
  byDefault: true,
  options: connectionOptions,
  async run({ values, io }) {
    const reply = await wholeList('scenarios', (query) => remote(values).call('control.listScenarios', { query }))
    print(io, values, reply, ({ scenarios }, table) =>
      table([
        heading('NAME', 'ON', 'SOURCE', 'SUMMARY'),
        ...scenarios.map((each) => [each.name, stateOf(each), each.source, each.summary]),
      ]),
    )
    return 0
  },
})

const stateOf = ({ active, until }: Pick<Scenario, 'active' | 'until'>) => (active ? (until ? `until ${until}` : 'on') : '')

const show = defineCommand({
  name: 'show',
  summary: 'Show what a scenario does, and what a client should do',
  options: { name: name('required'), ...connectionOptions },
  examples: [['standin scenario show outage-register', 'The effects of the scenario, and advice for clients']],
  async run({ values, io }) {
    const scenario = await remote(values).call('control.showScenario', { params: { name: values.name ?? '' } })
    print(io, values, scenario, () => inWords(scenario))
    return 0
  },
})

/** The lines of the description and of the guidance are indented, so that none looks like a line of ours. */
function inWords(scenario: FullScenario): string[] {
  const { name, summary, source, description, guidance, rules, explained } = scenario
  const state = stateOf(scenario)
  const parts = [
    [`${name} (${source}${state && `, ${state}`})`],
    [summary],
    indented(description ?? ''),
    indented(guidance ?? '').map((line, nth) => (nth === 0 ? `Guidance: ${line.trim()}` : line)),
    ...rules.map((rule, at) => [`${at + 1}. ${written(rule)}`, ...(explained[at] ?? []).map((sentence) => `   ${sentence}`)]),
  ]
  return parts.filter((lines) => lines.length > 0).flatMap((lines, nth) => (nth > 0 ? ['', ...lines] : lines))
}

const written = (rule: Readonly<Record<string, unknown>>) =>
  Object.entries(rule)
    .map(([key, value]) => `${key}: ${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join(', ')

const use = defineCommand({
  name: 'use',
  summary: 'Switch a scenario on, or start it again',
  options: {
    name: name('required'),
    ttl: optional('Switch it off after this time, such as 5m, by the clock of the world', duration),
    ...connectionOptions,
  },
  examples: [['standin scenario use outage-register --ttl 5m', 'Five minutes without the contact register']],
  async run({ values, io }) {
    const { name = '', ttl } = values
    const body = ttl === undefined ? undefined : { ttl: isoDuration(ttl) }
    const reply = await remote(values).call('control.activateScenario', { params: { name }, body })
    print(io, values, reply, ({ until }) => `${name} is on${until ? ` until ${until}` : ''}.`)
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
    const { call } = remote(values)
    const reply = await (name === undefined
      ? call('control.deactivateScenarios')
      : call('control.deactivateScenario', { params: { name } }))
    print(io, values, reply, () => `${name === undefined ? 'Every scenario' : name} is off.`)
    return 0
  },
})

export const scenario = defineCommand({
  name: 'scenario',
  summary: 'List scenarios, switch them on and off, check and prove your own',
  options: {},
  commands: [list, show, use, off, check, prove],
})
