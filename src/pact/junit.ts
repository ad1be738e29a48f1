/** Writes the result of a verification as JUnit XML: one suite for each consumer. */
import type { Verified } from './judge.ts'
import type { Verification } from './verify.ts'

export function junit({ interactions }: Pick<Verification, 'interactions'>): string {
  const consumers = [...new Set(interactions.map(({ consumer }) => consumer))]
  const suites = consumers.map((name) =>
    suiteOf(
      name,
      interactions.filter(({ consumer }) => consumer === name),
    ),
  )
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites${counts(interactions)}>\n${suites.join('')}</testsuites>\n`
}

const suiteOf = (name: string, interactions: readonly Verified[]) =>
  `  <testsuite name="${escaped(name)}"${counts(interactions)}>\n${interactions.map(caseOf).join('')}  </testsuite>\n`

/** A pending interaction that fails does not fail the run. */
function counts(interactions: readonly Verified[]): string {
  const failed = interactions.filter(({ why }) => why.length > 0)
  const skipped = failed.filter(({ pending }) => pending).length
  return ` tests="${interactions.length}" failures="${failed.length - skipped}" skipped="${skipped}"`
}

function caseOf({ consumer, description, given, why, pending }: Verified): string {
  const name = [description, ...given.map((state) => `given ${state}`)].join(', ')
  const head = `    <testcase classname="${escaped(consumer)}" name="${escaped(name)}"`
  if (why.length === 0) return `${head}/>\n`
  const what = pending ? 'skipped' : 'failure'
  const text = pending ? '/>' : `>${escaped(why.join('\n'))}</failure>`
  return `${head}>\n      <${what} message="${escaped(why[0] ?? '')}"${text}\n    </testcase>\n`
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', '\n': '&#10;', '\t': '&#9;' }

/** XML has no place for the other control characters. */
const escaped = (text: string) => text.replace(/[&<>"\p{Cc}\uFFFE\uFFFF]/gu, (sign) => entities[sign] ?? '')
