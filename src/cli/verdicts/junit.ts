/** Verdicts as JUnit XML: one suite for each caller, one case for each verdict. */
import { type Case, writeJunit } from '../../record/junit.ts'
import { type Judgement, type Judgements, said } from './judgement.ts'

export function asJunit({ all, others }: Judgements): string {
  const suites = [...Map.groupBy(all, ({ caller }) => caller)].map(([name, theirs]) => ({ name, cases: theirs.map(caseOf) }))
  const besides = others.map((message, nth): Case => ({ name: `standin ${nth + 1}`, outcome: 'failure', type: 'failure', message }))
  return writeJunit(besides.length > 0 ? [...suites, { name: 'standin', cases: besides }] : suites, 'standin verdict')
}

function caseOf(judgement: Judgement): Case {
  const { id: name, verdict, fails, guidance, exercise } = judgement
  if (fails) return { name, outcome: 'failure', type: verdict, message: said(judgement), text: guidance }
  if (verdict === 'not-exercised')
    return { name, outcome: 'skipped', message: `not exercised${exercise.length > 0 ? `; try ${exercise.join(', ')}` : ''}` }
  return { name, outcome: 'good', ...(verdict !== 'good' && { text: `${verdict}: ${said(judgement)} ${guidance}` }) }
}
