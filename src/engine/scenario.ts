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
  const issue = telling(issues)
  if (!issue) return new Misuse(`Scenario ${name}: unreadable.`)
  const place = issue.path.reduce<string>(
    (path, part) => (typeof part === 'number' ? `${path}[${part}]` : `${path}${path && '.'}${String(part)}`),
    '',
  )
  const at = `Scenario ${name}${place && `, ${place}`}`
  if (issue.code === 'unrecognized_keys')
    return new Misuse(`${at}: there is no ${issue.keys.map((key) => `"${key}"`).join(', ')}.`, namesAt(scenarioDocument, issue.path))
  if (issue.code === 'invalid_value')
    return new Misuse(`${at}: ${excerpt(valueAt(document, issue.path))} is not known.`, issue.values.map(String))
  return new Misuse(`${at}: ${issue.message}.`, issue.code === 'custom' ? issue.params?.choices : undefined)
}

/** A name that does not exist explains what is missing elsewhere. */
function telling(issues: readonly Issue[]): Issue | undefined {
  const [first] = issues
  const found = issues.find(({ code }) => code === 'unrecognized_keys') ?? issues.find(({ code }) => code === 'invalid_value') ?? first
  return found?.code === 'invalid_union' ? tellingOf(found) : found
}

/** Of the branches of a union, the one that its author meant: of the right type, and with the fewest mistakes. */
function tellingOf(issue: z.core.$ZodIssueInvalidUnion): Issue {
  const [meant] = issue.errors
    .filter((issues) => !issues.some(({ code, path }) => code === 'invalid_type' && path.length === 0))
    .toSorted((one, other) => strangeness(one) - strangeness(other))
  const inner = meant && telling(meant)
  return inner ? { ...inner, path: [...issue.path, ...inner.path] } : issue
}

function strangeness(issues: readonly Issue[]): number {
  const of = (issue: Issue) => (issue.code === 'unrecognized_keys' ? 10 * issue.keys.length : issue.path.length === 0 ? 100 : 1)
  return issues.reduce((sum, issue) => sum + of(issue), 0)
}

const valueAt = (document: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>((value, part) => (value as Record<PropertyKey, unknown> | undefined)?.[part], document)

const excerpt = (value: unknown) => String(JSON.stringify(value)).slice(0, 100)

/** The names that are valid at a place of the grammar. */
function namesAt(schema: z.core.$ZodType, path: readonly PropertyKey[]): string[] {
  const { def } = (schema as z.core.$ZodTypes)._zod
  if (def.type === 'optional') return namesAt(def.innerType, path)
  if (def.type === 'union') return def.options.flatMap((option) => namesAt(option, path))
  const [part, ...rest] = path
  if (def.type === 'array' && typeof part === 'number') return namesAt(def.element, rest)
  if (def.type !== 'object') return []
  if (part === undefined) return Object.keys(def.shape)
  const inner = def.shape[String(part)]
  return inner ? namesAt(inner, rest) : []
}
