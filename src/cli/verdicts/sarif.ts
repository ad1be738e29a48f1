/** Verdicts as SARIF 2.1.0, which tools for static analysis and code hosts show beside the code. */
import { type Judgement, type Judgements, said } from './judgement.ts'

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
