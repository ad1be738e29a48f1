/** The rules of the service that have a test: every test made by `rule` in test/support/rule.ts. */
import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

export interface Rule {
  /** What the service does, in words. */
  readonly sentence: string
  /** Sections of docs/reference such as `spec §7`, or `assumed: why`. */
  readonly sources: readonly string[]
  /** The test file, from the top of the project. */
  readonly file: string
}

const root = fileURLToPath(new URL('../..', import.meta.url))
const runner = fileURLToPath(new URL('../../node_modules/vitest/vitest.mjs', import.meta.url))
const pages = 'spec|decisions|notifications|file-transfer|events|authentication'
const written = new RegExp(`^(.*) \\(((?:(?:${pages}) §|assumed: ).*)\\)$`, 's')
const between = new RegExp(`, (?=(?:${pages}) §)`)

/** The name that `rule` gives a test, read back. Undefined for a test that is not a rule. */
export function readRule(name: string, file: string): Rule | undefined {
  const [, sentence, sources] = written.exec(name) ?? []
  return sentence === undefined || sources === undefined ? undefined : { sentence, sources: sources.split(between), file }
}

/** Loads every test file without running a test, in a process of its own. It takes some seconds. */
export async function collectRules(): Promise<readonly Rule[]> {
  const folder = mkdtempSync(join(tmpdir(), 'rules-'))
  try {
    const list = join(folder, 'tests.json')
    const projects = ['suite', 'processes', 'fresh'].flatMap((name) => ['--project', name])
    const { VITEST: _inside, ...env } = process.env
    // A test file that collects rules while it is listed would start processes without end.
    if (env.COLLECTING_RULES) throw new Error('A test of the listed projects collects rules itself.')
    const listing = [runner, 'list', '--no-static-parse', `--json=${list}`, ...projects]
    await promisify(execFile)(process.execPath, listing, { cwd: root, env: { ...env, COLLECTING_RULES: 'yes' } })
    const tests = JSON.parse(readFileSync(list, 'utf8')) as { name: string; file: string }[]
    // Files are listed in the order in which they were loaded.
    tests.sort((one, other) => (one.file < other.file ? -1 : one.file > other.file ? 1 : 0))
    return tests.flatMap(({ name, file }) => readRule(name, relative(root, file)) ?? [])
  } finally {
    rmSync(folder, { recursive: true })
  }
}
