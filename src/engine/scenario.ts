/** Reads a scenario from what its author wrote, and says exactly what is wrong with it. */
import type { z } from 'zod'
import { milliseconds } from '../effects/duration-option.ts'
import { effects } from '../effects/index.ts'
import { Misuse } from '../misuse.ts'
import type { Rule, Scenario } from '../state/scenario.ts'
import { type RuleDocument, readCalls, type ScenarioDocument, scenarioDocument } from './grammar.ts'

const nameForm = /^[a-z0-9-]{1,64}$/

/** A scenario with what only its proof needs. */
export interface ProvenScenario extends Scenario {
  readonly given: ScenarioDocument['given']
  readonly proof: ScenarioDocument['proof']
}

/** Throws {@link Misuse} that names the place, the mistake and the valid choices. */
export function readScenario(name: string, document: unknown, source: Scenario['source']): ProvenScenario {
  if (!nameForm.test(name) || name === 'active') {
    throw new Misuse(`A scenario's name is 1 to 64 of a-z, 0-9 and -, and not "active": ${JSON.stringify(name.slice(0, 100))}.`)
  }
  const read = scenarioDocument.safeParse(document)
  if (!read.success) throw mistake(name, document, read.error.issues)
  const { summary, description, guidance, rules, given, proof } = read.data
  return { name, summary, description, guidance, source, given, proof, rules: rules.map(readRule) }
}

function readRule(written: RuleDocument): Rule {
  const { on, where, calls, probability, after, for: lasting, until, per, outage } = written
  const named = Object.keys(effects) as (keyof typeof effects)[]
  return {
    on,
    where,
    calls: calls === undefined ? undefined : readCalls(calls),
    probability,
    after: after === undefined ? undefined : milliseconds(after),
    for: lasting === undefined ? undefined : milliseconds(lasting),
    until: until === undefined ? undefined : Date.parse(until),
    per,
    down: outage === undefined ? [] : [outage].flat(),
    effects: Object.fromEntries(named.flatMap((name) => (written[name] === undefined ? [] : [[name, written[name]]]))),
  }
}

type Issue = z.core.$ZodIssue

function mistake(name: string, document: unknown, issues: readonly Issue[]): Misuse {
  const [first] = issues.map(nearest)
  if (!first) return new Misuse(`Scenario ${name}: unreadable.`)
  const place = first.path.reduce<string>(
    (path, part) => (typeof part === 'number' ? `${path}[${part}]` : `${path}${path && '.'}${String(part)}`),
    '',
  )
  const at = `Scenario ${name}${place && `, ${place}`}`
  if (first.code === 'unrecognized_keys')
    return new Misuse(`${at}: there is no ${first.keys.map((key) => `"${key}"`).join(', ')}.`, keysAt(first.path))
  if (first.code === 'invalid_value')
    return new Misuse(`${at}: ${JSON.stringify(valueAt(document, first.path))} is not known.`, first.values.map(String))
  return new Misuse(`${at}: ${first.message}.`)
}

/** Of the branches of a union, the one that came furthest says most. */
function nearest(issue: Issue): Issue {
  if (issue.code !== 'invalid_union') return issue
  const branches = issue.errors.flat().map((inner) => nearest({ ...inner, path: [...issue.path, ...inner.path] }))
  return branches.reduce<Issue>(
    (best, branch) => (branch.path.length > best.path.length || best.code === 'invalid_union' ? branch : best),
    issue,
  )
}

const valueAt = (document: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>((value, part) => (value as Record<PropertyKey, unknown> | undefined)?.[part], document)

/** The names that are valid where an unknown one stands. */
function keysAt(path: readonly PropertyKey[]): string[] | undefined {
  if (path.length === 0) return Object.keys(scenarioDocument.shape)
  const [list, , field] = path
  if (list !== 'rules') return undefined
  const rule = scenarioDocument.shape.rules.element
  if (field === undefined) return Object.keys(rule.shape)
  return field === 'where' ? Object.keys(rule.shape.where.unwrap().shape) : undefined
}
