/** Writes a report as JUnit XML, which CI servers display as test results. */
import { xmlText as escaped } from '../service/wire/text.ts'

export interface Case {
  readonly name: string
  readonly outcome: 'good' | 'failure' | 'skipped'
  /** Why the case failed or was skipped, in one line. */
  readonly message?: string | undefined
  readonly type?: string
  /** Details of the failure, or the output of a successful case. */
  readonly text?: string
}

/** `name`: the name of the report as a whole. */
export function writeJunit(suites: readonly { readonly name: string; readonly cases: readonly Case[] }[], name?: string): string {
  const all = suites.flatMap(({ cases }) => cases)
  const written = suites.map(
    (suite) =>
      `  <testsuite${attribute('name', suite.name)}${counts(suite.cases)}>\n${suite.cases.map((each) => caseText(suite.name, each)).join('')}  </testsuite>\n`,
  )
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites${attribute('name', name)}${counts(all)}>\n${written.join('')}</testsuites>\n`
}

const attribute = (name: string, value: string | undefined) => (value === undefined ? '' : ` ${name}="${escaped(value)}"`)

function counts(cases: readonly Case[]): string {
  const [failures, skipped] = ['failure', 'skipped'].map((wanted) => cases.filter(({ outcome }) => outcome === wanted).length)
  return ` tests="${cases.length}" failures="${failures}" errors="0" skipped="${skipped}"`
}

function caseText(suite: string, { name, outcome, message, type, text = '' }: Case): string {
  const head = `    <testcase${attribute('classname', suite)}${attribute('name', name)}`
  if (outcome === 'good' && text === '') return `${head}/>\n`
  const element = outcome === 'good' ? 'system-out' : outcome
  const start = `${element}${attribute('type', type)}${attribute('message', message)}`
  return `${head}>\n      <${start}${text === '' ? '/>' : `>${escaped(text)}</${element}>`}\n    </testcase>\n`
}
