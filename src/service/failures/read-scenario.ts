/** Reads scenario documents, reports mistakes in them, and converts scenarios back to documents. */

import { Misuse, misuseOfAll, placeIn } from '../wire/misuse.ts'
import { checkAs, type Mistake } from '../wire/read-as.ts'
import { readTimestamp, zulu } from '../wire/timestamp.ts'
import type { Calls, Rule, Scenario } from '../world/scenario.ts'
import { effects } from './effects.ts'
import { milliseconds } from './scenario/effect.ts'
import { type RuleDocument, readCalls, type ScenarioDocument, scenarioDocument } from './scenario/grammar.ts'

export { type CallStep, type ExpectedAnswer, type ProofStep, scenarioDocument, type WrittenScenario } from './scenario/grammar.ts'

const nameForm = /^[a-z0-9-]{1,64}$/
/** Maximum number of values in a scenario. The number is limited rather than the size, because validating even a small value is slow. */
const mostValues = 5_000

/** A scenario including the parts that only its proof uses. */
export interface ProvenScenario extends Scenario {
  readonly given: ScenarioDocument['given']
  readonly proof: ScenarioDocument['proof']
}

/** Throws a {@link Misuse} that lists each mistake with its location and the valid choices. */
export const readScenario = (name: string, document: unknown, source: Scenario['source']): ProvenScenario =>
  scenarioOf(name, checkDocument(name, document), source)

/** Returns the document with defaults for omitted values. Throws like {@link readScenario}. */
export function checkDocument(name: string, document: unknown): ScenarioDocument {
  const checked = findMistakes(name, document)
  if ('mistakes' in checked) throw misuseOfAll(checked.mistakes.map(({ misuse }) => misuse))
  return checked.data
}

export function findMistakes(
  name: string,
  document: unknown,
): { readonly data: ScenarioDocument } | { readonly mistakes: readonly Mistake[] } {
  const mistakes: Mistake[] = []
  if (!nameForm.test(name) || name === 'active') {
    const shown = JSON.stringify(name.slice(0, 100))
    const form = 'Use 1 to 64 characters from a-z, 0-9 and -, but not "active".'
    mistakes.push({ misuse: new Misuse(`${placeOf(document)}${shown} is not a valid scenario name. ${form}`), at: { path: [] } })
  }
  if (holdsMore(document, mostValues)) {
    const misuse = new Misuse(`${placeOf(document)}Scenario ${name} has more than ${mostValues} values.`)
    return { mistakes: [{ misuse, at: { path: [] } }] }
  }
  const read = checkAs(`Scenario ${name}`, scenarioDocument(), document)
  if ('mistakes' in read) return { mistakes: [...mistakes, ...read.mistakes] }
  return mistakes.length > 0 ? { mistakes } : read
}

export function scenarioOf(name: string, document: ScenarioDocument, source: Scenario['source']): ProvenScenario {
  const { summary, description, guidance, rules, given, proof } = document
  return { name, summary, description, guidance, source, given, proof, rules: rules.map(readRule) }
}

/** A message prefix with the file, line and column, if known. */
function placeOf(document: unknown): string {
  const position = placeIn(document, [])
  return position === undefined ? '' : `${position}: `
}

/** True if the document contains more than `most` values. Stops counting at the limit. */
function holdsMore(document: unknown, most: number): boolean {
  const values = [document]
  for (const value of values) {
    if (typeof value !== 'object' || value === null) continue
    for (const inner of Object.values(value)) if (values.push(inner) > most) return true
  }
  return false
}

function readRule(written: RuleDocument): Rule {
  const { on, where, calls, probability, after, for: lasting, every, until, per } = written
  const named = Object.keys(effects) as (keyof typeof effects)[]
  return {
    on,
    where,
    calls: calls === undefined ? undefined : readCalls(calls),
    probability,
    after: after === undefined ? undefined : milliseconds(after),
    for: lasting === undefined ? undefined : milliseconds(lasting),
    every: every === undefined ? undefined : milliseconds(every),
    until: until === undefined ? undefined : readTimestamp(until)?.at,
    per,
    effects: Object.fromEntries(named.flatMap((name) => (written[name] === undefined ? [] : [[name, written[name]]]))),
  }
}

/** Converts a rule to the format used in scenario files. */
export function writtenRule({
  on,
  where,
  calls,
  probability,
  after,
  for: lasting,
  every,
  until,
  per,
  effects: named,
}: Rule): Record<string, unknown> {
  const all = {
    on,
    where,
    calls: calls && writtenCalls(calls),
    probability,
    after: duration(after),
    for: duration(lasting),
    every: duration(every),
    until: until === undefined ? undefined : zulu(until),
    per,
    ...named,
  }
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined))
}

/** Converts calls to the format used in scenario files: `3`, `"2-5"`, `"2-"` or `{ every: 3 }`. */
export function writtenCalls(calls: Calls): number | string | { readonly every: number } {
  if ('every' in calls) return calls
  if (calls.from === calls.to) return calls.from
  return `${calls.from}-${Number.isFinite(calls.to) ? calls.to : ''}`
}

const duration = (milliseconds: number | undefined) => (milliseconds === undefined ? undefined : `PT${milliseconds / 1000}S`)

/** Returns the document that a scenario's file contains. */
export function documentOf(scenario: Scenario): Record<string, unknown> {
  const { summary, description, guidance, given, proof } = scenario as ProvenScenario
  const all = { summary, description, guidance, given, rules: scenario.rules.map(writtenRule), proof }
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined))
}
