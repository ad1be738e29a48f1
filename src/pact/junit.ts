/** Writes the result of a verification as JUnit XML: one suite for each consumer. */
import { xmlText as escaped } from '../quoting.ts'
import type { Verification } from './verify.ts'

interface Case {
  readonly consumer: string
  readonly name: string
  readonly outcome: 'good' | 'failure' | 'skipped'
  readonly why: readonly string[]
}

/** A pending interaction that fails does not fail the run: it counts as skipped, as what was left out does. */
export function junit({ interactions, leftOut }: Pick<Verification, 'interactions' | 'leftOut'>): string {
  const cases: Case[] = [
    ...interactions.map(({ consumer, why, pending, ...named }): Case => {
      const outcome = why.length === 0 ? 'good' : pending ? 'skipped' : 'failure'
      return { consumer, name: nameOf(named), outcome, why }
    }),
    ...leftOut.map(({ consumer, why, ...named }): Case => ({ consumer, name: nameOf(named), outcome: 'skipped', why: [why] })),
  ]
  const consumers = [...new Set(cases.map(({ consumer }) => consumer))]
  const suites = consumers.map((name) =>
    suiteOf(
      name,
      cases.filter(({ consumer }) => consumer === name),
    ),
  )
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites${counts(cases)}>\n${suites.join('')}</testsuites>\n`
}

const nameOf = ({ description, given }: { readonly description: string; readonly given: readonly string[] }) =>
  [description, ...given.map((state) => `given ${state}`)].join(', ')

const suiteOf = (name: string, cases: readonly Case[]) =>
  `  <testsuite name="${escaped(name)}"${counts(cases)}>\n${cases.map(written).join('')}  </testsuite>\n`

function counts(cases: readonly Case[]): string {
  const [failures, skipped] = ['failure', 'skipped'].map((wanted) => cases.filter(({ outcome }) => outcome === wanted).length)
  return ` tests="${cases.length}" failures="${failures}" skipped="${skipped}"`
}

function written({ consumer, name, outcome, why }: Case): string {
  const head = `    <testcase classname="${escaped(consumer)}" name="${escaped(name)}"`
  if (outcome === 'good') return `${head}/>\n`
  const text = outcome === 'skipped' ? '/>' : `>${escaped(why.join('\n'))}</failure>`
  return `${head}>\n      <${outcome} message="${escaped(why[0] ?? '')}"${text}\n    </testcase>\n`
}
