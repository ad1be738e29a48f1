/** The service rules that have a test: every test made by `rule` in test/support/rule.ts. */
import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

export interface Rule {
  /** The rule as a sentence. */
  readonly sentence: string
  /** Sections in docs/reference such as `spec §7`, or `assumed: why`. */
  readonly sources: readonly string[]
  /** The test file, relative to the project root. */
  readonly file: string
}

const root = fileURLToPath(new URL('../..', import.meta.url))
const collector = fileURLToPath(new URL('collect.ts', import.meta.url))
const pages = 'spec|decisions|notifications|file-transfer|events|authentication'
const written = new RegExp(`^(.*) \\(((?:(?:${pages}) §|assumed: ).*)\\)$`, 's')
const between = new RegExp(`, (?=(?:${pages}) §)`)

/** Parses the name that `rule` gives a test. Undefined for a test that is not a rule. */
export function readRule(name: string, file: string): Rule | undefined {
  const [, sentence, sources] = written.exec(name) ?? []
  return sentence === undefined || sources === undefined ? undefined : { sentence, sources: sources.split(between), file }
}

/** Loads the test files that make rules without running a test, in a separate process. Takes a few seconds. */
export async function collectRules(): Promise<readonly Rule[]> {
  // A test file that collected rules while being loaded would start processes endlessly.
  if (process.env.COLLECTING_RULES) throw new Error('A test file that is loaded for its rules collects rules itself.')
  const { VITEST: _inside, ...env } = process.env
  const { stdout } = await promisify(execFile)(process.execPath, [collector], {
    cwd: root,
    env: { ...env, COLLECTING_RULES: 'yes' },
    maxBuffer: 64 * 2 ** 20,
  })
  const tests = JSON.parse(stdout) as { name: string; file: string }[]
  return tests.flatMap(({ name, file }) => readRule(name, file) ?? [])
}
