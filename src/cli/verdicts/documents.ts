/** Judgements as documents for programs: JSON, JUnit XML and SARIF. */

import { type Case, writeJunit } from '../../record/junit.ts'
import { type Judgement, type Judgements, said, type VerdictsReply } from './judgement.ts'

export function asJson(reply: VerdictsReply, { all, others, failed }: Judgements): string {
  const known = all.filter((each) => each.known).map(({ id, caller }) => ({ id, caller }))
  const red = [...all.filter(({ fails }) => fails).map((each) => `${each.id} of ${each.caller}: ${said(each)}`), ...others]
  return JSON.stringify({ ...reply, known, failed, red })
}

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

export function asSarif({ all, others }: Judgements, version: string): string {
  const rules = [...new Map(all.map((each) => [each.id, each])).values()]
  const offences = all.filter(({ verdict }) => verdict === 'bad' || verdict === 'advice')
  const run = {
    tool: {
      driver: {
        name: 'Standin',
        version,
        rules: rules.map(({ id, sentence, guidance, severity, source }) => ({
          id,
          shortDescription: { text: sentence },
          help: { text: guidance },
          defaultConfiguration: { level: levelOf(severity) },
          properties: { source },
        })),
      },
    },
    invocations: [{ executionSuccessful: true, toolExecutionNotifications: others.map((text) => ({ level: 'error', message: { text } })) }],
    results: offences.map(resultOf),
  }
  const schema = 'https://json.schemastore.org/sarif-2.1.0.json'
  return `${JSON.stringify({ $schema: schema, version: '2.1.0', runs: [run] }, null, 2)}\n`
}

const levelOf = (severity: string) => (severity === 'bad' ? 'error' : 'note')

const resultOf = (judgement: Judgement) => ({
  ruleId: judgement.id,
  level: levelOf(judgement.verdict),
  message: { text: `${judgement.caller}: ${said(judgement)}` },
  locations: [{ logicalLocations: [{ name: judgement.caller, kind: 'module' }] }],
  baselineState: judgement.known ? 'unchanged' : 'new',
  properties: { calls: judgement.calls },
})
