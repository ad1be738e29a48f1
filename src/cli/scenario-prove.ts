/** `standin scenario prove`: runs the proof of a scenario on a server, in a world of its own. */
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import type { ControlReply } from '../control/client.ts'
import { defineCommand } from './command.ts'
import { connectionOptions } from './connection.ts'
import { optional, someText } from './option.ts'
import { print } from './print.ts'
import { remote } from './remote.ts'

type Proof = ControlReply<'control.proveScenario'>

export const prove = defineCommand({
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
    print(io, values, proof, inWords)
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

function inWords({ name, passed, problem, ms, steps }: Proof): string[] {
  const lines = steps.flatMap(({ step, does, expected, got, result, wrong }) => [
    `${marks[result]} ${step}. ${does}${expected && `: ${expected}`}`,
    ...(result === 'failed' ? [...wrong.map((sentence) => `       ${sentence}`), `       It got ${got}`] : []),
  ])
  const verdict = passed ? `The proof of ${name} passes (${ms} ms).` : `The proof of ${name} does not pass.`
  return [...lines, ...(problem === null ? [] : [problem]), verdict]
}
