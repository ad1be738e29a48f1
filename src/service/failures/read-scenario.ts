/** Reads a scenario from its document, and says exactly what is wrong with it. */

import { Misuse, misuseOfAll, placeIn } from '../wire/misuse.ts'
import { checkAs, type Mistake } from '../wire/read-as.ts'
import { readTimestamp } from '../wire/timestamp.ts'
import type { Rule, Scenario } from '../world/scenario.ts'
import { milliseconds } from './effect.ts'
import { effects } from './effects.ts'
import { type RuleDocument, readCalls, type ScenarioDocument, scenarioDocument } from './grammar.ts'

const nameForm = /^[a-z0-9-]{1,64}$/
/** Values in a scenario. The schema takes far longer for each value than its bytes suggest. */
const mostValues = 5_000

/** A scenario with the parts that only its proof uses. */
export interface ProvenScenario extends Scenario {
  readonly given: ScenarioDocument['given']
  readonly proof: ScenarioDocument['proof']
}

/** Throws a {@link Misuse} that names each mistake with its place and the valid choices. */
export const readScenario = (name: string, document: unknown, source: Scenario['source']): ProvenScenario =>
  scenarioOf(name, checkDocument(name, document), source)

/** The document, with the defaults of what it leaves out. Throws as {@link readScenario} does. */
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
    const form = 'Use 1 to 64 of the characters a-z, 0-9 and -, but not "active".'
    mistakes.push({ misuse: new Misuse(`${placeOf(document)}${shown} is not a name for a scenario. ${form}`), at: { path: [] } })
  }
  if (holdsMore(document, mostValues)) {
    const misuse = new Misuse(`${placeOf(document)}Scenario ${name} has more than ${mostValues} values.`)
    return { mistakes: [{ misuse, at: { path: [] } }] }
  }
  const read = checkAs(`Scenario ${name}`, scenarioDocument(), document)
  if ('mistakes' in read) return { mistakes: [...mistakes, ...read.mistakes] }
  return mistakes.length > 0 ? { mistakes } : read
}

/** The scenario of a document that was checked before. */
export function scenarioOf(name: string, document: ScenarioDocument, source: Scenario['source']): ProvenScenario {
  const { summary, description, guidance, rules, given, proof } = document
  return { name, summary, description, guidance, source, given, proof, rules: rules.map(readRule) }
}

/** The prefix of a message: file, line and column, if they are known. */
function placeOf(document: unknown): string {
  const position = placeIn(document, [])
  return position === undefined ? '' : `${position}: `
}

/** Stops at the first value beyond `most`. */
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
