/** `standin scenarios`: lists, activates and deactivates scenarios. */

import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import type { ControlReply } from '../../../control/client.ts'
import { Misuse } from '../../../service/wire/misuse.ts'
import { defineCommand, withProgress } from '../frame/command.ts'
import { completed, optional, optionalWord, required, someText } from '../frame/option.ts'
import { indented, print } from '../frame/print.ts'
import { connectionOptions, json, remote } from '../frame/remote.ts'
import { rowGroup } from '../frame/row-commands.ts'

const check = defineCommand({
  name: 'check',
  summary: 'Check scenario files, without a server',
  options: {
    path: optionalWord(optional('A file or a folder. Default: the built-in scenarios', someText)),
    json,
  },
  examples: [['standin scenarios check scenarios', 'Print every error with its file, line, column and valid choices']],
  async run({ values, io }) {
    const { readScenarioPath } = await import('../serving/scenario-files.ts')
    const path = values.path === undefined ? undefined : resolve(io.folder, values.path)
    const names = Object.keys(await readScenarioPath(path))
    if (names.length === 0) throw new Misuse(`${path} contains no scenarios: it has no .yaml or .yml files.`)
    print(io, values, { scenarios: names, total: names.length }, () => checkInWords(names))
  },
})

const checkInWords = (names: readonly string[]) => (names.length === 1 ? `${names[0]} is valid.` : `${names.length} scenarios are valid.`)

const put = defineCommand({
  name: 'put',
  summary: 'Define or replace your own scenario in a world',
  options: {
    file: required('The scenario file (.yaml); the scenario is named after it'),
    ...connectionOptions,
  },
  examples: [['standin scenarios put my-scenarios/slow-search.yaml', 'To activate it: standin scenarios use slow-search']],
  async run({ values, io }) {
    const body = await documentIn(resolve(io.folder, values.file))
    const reply = await remote(values).call('control.defineScenario', { body })
    print(io, values, reply, ({ name }) => `The scenario ${name} is defined in world ${values.world}.`)
  },
})

type Proof = ControlReply<'control.proveScenario'>

const prove = defineCommand({
  name: 'prove',
  summary: "Run a scenario's proof in a temporary world",
  options: {
    scenario: completed('scenarios', required("A scenario's name, or your own scenario file")),
    ...connectionOptions,
  },
  examples: [['standin scenarios prove my-scenarios/slow-search.yaml', "Print each step's result; exit code 1 if a step failed"]],
  async run({ values, io }) {
    const nameOrFile = values.scenario
    const proof = await withProgress(io, { does: `Proving ${nameOrFile}` }, async () =>
      remote(values).call('control.proveScenario', { body: await bodyOf(nameOrFile, resolve(io.folder, nameOrFile)) }),
    )
    print(io, values, proof, proofInWords)
    return proof.passed ? 0 : 1
  },
})

async function bodyOf(nameOrFile: string, path: string): Promise<{ name: string }> {
  if (!/\.ya?ml$/.test(nameOrFile) && !(nameOrFile.includes('/') && existsSync(path))) return { name: nameOrFile }
  return documentIn(path)
}

/** Rejects with {@link Misuse} for an invalid file or a folder. */
async function documentIn(path: string): Promise<{ name: string }> {
  const { readScenarioPath } = await import('../serving/scenario-files.ts')
  const [first, second] = Object.entries(await readScenarioPath(path))
  if (first === undefined || second !== undefined) throw new Misuse(`${path} is not a single scenario file.`)
  const [name, document] = first
  return { ...(document as object), name }
}

const marks = { passed: 'ok    ', failed: 'FAILED', 'not reached': '-     ' }

function proofInWords({ name, passed, problem, ms, steps }: Proof): string[] {
  const lines = steps.flatMap(({ step, does, expected, got, result, wrong }) => [
    `${marks[result]} ${step}. ${does}${expected && `: ${expected}`}`,
    ...(result === 'failed' ? [...wrong.map((sentence) => `       ${sentence}`), `       Actual: ${got}`] : []),
  ])
  const verdict = passed ? `The proof of ${name} passed (${ms} ms).` : `The proof of ${name} failed.`
  return [...lines, ...(problem === null ? [] : [problem]), verdict]
}

type FullScenario = ControlReply<'control.showScenario'>

const stateOf = ({ active, until }: Pick<FullScenario, 'active' | 'until'>) => (active ? (until ? `until ${until}` : 'on') : '')

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

export const scenarios = rowGroup('scenarios', ['list', 'show', 'use', 'off', put, 'remove', check, prove], {
  'control.showScenario': inWords,
})
