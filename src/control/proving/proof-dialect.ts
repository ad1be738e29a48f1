/** The dialect in which a scenario can be proven, where a row that its proof calls is in one dialect only. */
import { operationFacts } from '../../areas/facts.ts'
import type { ProvenScenario } from '../../failures/scenario/read-scenario.ts'
import type { DialectName } from '../../wire/dialect-name.ts'

/** Undefined: any. */
export function dialectNeeded({ proof = [] }: Pick<ProvenScenario, 'proof'>): DialectName | undefined {
  const called = new Set(proof.flatMap((step) => ('call' in step ? [step.call] : [])))
  return operationFacts.find(({ id, dialect }) => dialect !== undefined && called.has(id))?.dialect
}
