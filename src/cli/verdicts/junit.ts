/** Verdicts as JUnit XML, which CI servers show as tests: one suite for each caller, one case for each verdict. */
import { xmlText as escaped } from '../../quoting.ts'
import { type Judgement, type Judgements, said } from './judgement.ts'

export function asJunit({ all, others }: Judgements): string {
  const callers = [...new Set(all.map(({ caller }) => caller))]
  const suites = callers.map((caller) =>
    suiteOf(
      caller,
      all.filter((each) => each.caller === caller),
    ),
  )
  if (others.length > 0)
    suites.push(
      suite(
        'standin',
        others.map((sentence, nth) => failing('standin', `standin ${nth + 1}`, 'failure', sentence, '')),
        others.length,
        0,
      ),
    )
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="standin verdict">\n${suites.join('')}</testsuites>\n`
}

function suiteOf(caller: string, judgements: readonly Judgement[]): string {
  const failures = judgements.filter(({ fails }) => fails).length
  const skipped = judgements.filter(({ verdict }) => verdict === 'not-exercised').length
  return suite(caller, judgements.map(caseOf), failures, skipped)
}

const suite = (name: string, cases: readonly string[], failures: number, skipped: number): string =>
  `  <testsuite name="${escaped(name)}" tests="${cases.length}" failures="${failures}" errors="0" skipped="${skipped}">\n${cases.join('')}  </testsuite>\n`

function caseOf(judgement: Judgement): string {
  const { id, caller, verdict, fails, guidance, exercise } = judgement
  if (fails) return failing(caller, id, verdict, said(judgement), guidance)
  const about = `    <testcase classname="${escaped(caller)}" name="${escaped(id)}">`
  if (verdict === 'not-exercised')
    return `${about}<skipped message="${escaped(`not exercised${exercise.length > 0 ? `; try ${exercise.join(', ')}` : ''}`)}"/></testcase>\n`
  if (verdict === 'good') return `${about}</testcase>\n`
  return `${about}<system-out>${escaped(`${verdict}: ${said(judgement)} ${guidance}`)}</system-out></testcase>\n`
}

const failing = (caller: string, name: string, type: string, message: string, text: string): string =>
  `    <testcase classname="${escaped(caller)}" name="${escaped(name)}"><failure type="${escaped(type)}" message="${escaped(message)}">${escaped(text)}</failure></testcase>\n`
