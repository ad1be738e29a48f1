/** Writes the clients for tests in other languages to clients/ (`npm run generate`). */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { flagOf } from '../src/apps/cli/frame/option.ts'
import { startOptions } from '../src/apps/cli/serving/start-options.ts'
import { calls, records } from './clients/calls.ts'
import { csharp } from './clients/csharp.ts'
import { java } from './clients/java.ts'
import { filled, type Language } from './clients/language.ts'
import { python } from './clients/python.ts'
import { ruby } from './clients/ruby.ts'

const languages: readonly Language[] = [python, ruby, java, csharp]

/** Templates without language-specific placeholders. */
const alone: readonly string[] = ['StandinExtension.java']

/** The options of `standin start` that tests need. */
const names = [
  'clock',
  'dialect',
  'pace',
  'now',
  'seed',
  'rateLimits',
  'scenarios',
  'fixtures',
] as const satisfies readonly (keyof typeof startOptions)[]

const templateOf = (file: string) => readFileSync(new URL(`clients/runtime/${file}`, import.meta.url), 'utf8')

export function clientFiles(): Record<string, string> {
  const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as { version: string }
  const options = names.map((name) => ({ name, flag: `--${flagOf(name)}`, doc: startOptions[name].describe }))
  const made = languages.map((each) => [each.file, filled(templateOf(each.file), each, { records, calls, options, version })])
  const others = alone.map((file) => [file, templateOf(file).replaceAll('{{version}}', version)])
  return Object.fromEntries([...made, ...others]) as Record<string, string>
}

if (import.meta.main) {
  mkdirSync(new URL('../clients/', import.meta.url), { recursive: true })
  for (const [file, text] of Object.entries(clientFiles())) writeFileSync(new URL(`../clients/${file}`, import.meta.url), text)
}
