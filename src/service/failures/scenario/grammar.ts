/** The grammar of scenarios, in YAML files and posted documents. Source: decisions §14. */
import { z } from 'zod'
import { type AreaName, areaName } from '../../areas/areas.ts'
import { jobFacts, operationFacts } from '../../areas/facts.ts'
import type { JobId, OperationId } from '../../areas/index.ts'
import { readTimestamp } from '../../wire/timestamp.ts'
import { whenNeeded } from '../../wire/when-needed.ts'
import { environmentNames } from '../../world/records.ts'
import type { Calls } from '../../world/scenario.ts'
import { type EffectName, effects } from '../effects.ts'
import { type Decide, durationOption, type Effect, milliseconds } from './effect.ts'
import { proofStep } from './proof-grammar.ts'

export type { CallStep, ExpectedAnswer, ProofStep } from './proof-grammar.ts'

/** A rule's scope: an operation, a job, an area, or everything. */
type Target = OperationId | JobId | AreaName | 'all'

const operationIds = operationFacts.map(({ id }) => id)
export const targets = [...operationIds, ...Object.keys(jobFacts), ...new Set(operationIds.map(areaName)), 'all'] as readonly Target[]

const oneOf = <Name extends string>(names: readonly Name[]) => z.enum(names as [Name, ...Name[]])

/** The calls that a rule applies to, counted from 1. Examples: `1`, `"2-3"`, `"3-"`, `{ every: 3 }`. */
const calls = whenNeeded(() =>
  z.union(
    [
      z.int().min(1),
      z
        .string()
        .regex(/^[1-9]\d*-(?:[1-9]\d*)?$/, 'is not a range of calls such as "2-3" or "3-"')
        .refine(goesForward, { error: 'ends before it begins' }),
      z.strictObject({ every: z.int().min(1).describe('Every nth call.') }),
    ],
    { error: 'is not valid. Use for example 1, "2-3", "3-" or { every: 3 }' },
  ),
)

function goesForward(range: string): boolean {
  const [from, to] = range.split('-')
  return !to || Number(from) <= Number(to)
}

export function readCalls(written: z.output<ReturnType<typeof calls>>): Calls {
  if (typeof written === 'number') return { from: written, to: written }
  if (typeof written === 'object') return written
  const [from, to] = written.split('-')
  return { from: Number(from), to: to ? Number(to) : Number.POSITIVE_INFINITY }
}

const effectFields = () =>
  Object.fromEntries(
    Object.entries(effects).map(([name, { options, summary }]) => [name, options().optional().describe(`${summary}.`)]),
  ) as {
    [Name in keyof typeof effects]: z.ZodOptional<ReturnType<(typeof effects)[Name]['options']>>
  }

const names = Object.keys(effects) as EffectName[]
const deciding = names.filter((name) => effects[name].kind === 'decides')

const rule = whenNeeded(() =>
  z
    .strictObject({
      on: oneOf(targets).optional().describe('An operation, a job, an area or all.'),
      where: z
        .strictObject({
          org: z.string().optional().describe('The service owner code, such as ttd.'),
          client: z.string().optional().describe('The integration id.'),
          scope: z.string().optional().describe('A scope in the token.'),
          recipient: z.string().optional().describe('A recipient: an address or a number.'),
          resource: z.string().optional().describe('The resource id.'),
          environment: z.enum(environmentNames).optional().describe('The environment: test or production.'),
          header: z.record(z.string(), z.string()).optional().describe('Request headers, keyed by name.'),
        })
        .optional()
        .describe('Conditions for the call or job.'),
      calls: calls().optional().describe('The calls to cover: 1, "2-3", "3-" or every nth.'),
      probability: z.number().min(0).max(1).optional().describe('Probability that the rule applies: 0 to 1.'),
      after: durationOption().optional().describe('When the rule starts, measured from the start of the scenario.'),
      for: durationOption().optional().describe('How long the rule lasts.'),
      every: durationOption()
        .refine((text) => milliseconds(text) > 0, 'must be longer than zero')
        .optional()
        .describe('With `for`, the rule applies again in each period of this length.'),
      until: z
        .string()
        .refine((text) => readTimestamp(text)?.zoned === true, 'is not a time with a time zone, such as 2026-12-01T08:00:00Z')
        .meta({ format: 'date-time' })
        .optional()
        .describe("When the rule ends, by the world's clock."),
      per: z
        .enum(['caller', 'idempotencyId', 'thing'])
        .optional()
        .describe('Counts separately for each caller, each idempotencyId or each requested thing.'),
      ...effectFields(),
    })
    .superRefine((written, context) => {
      const refuse = (message: string, choices: readonly string[]) => context.addIssue({ code: 'custom', message, params: { choices } })
      const named: [EffectName, Effect, unknown][] = names.flatMap((name) =>
        written[name] === undefined ? [] : [[name, effects[name], written[name]]],
      )
      const wrap = named.find(([, { kind }]) => kind === 'wraps')
      const { on, every, for: lasting } = written
      if (every !== undefined && lasting === undefined)
        refuse('has "every" but no "for". Add "for", the length of time that the rule applies in each period', ['for'])
      if (every !== undefined && lasting !== undefined && milliseconds(lasting) > milliseconds(every))
        refuse('has a "for" that is longer than its "every"', ['for'])
      if (named.length === 0) refuse('needs an effect', names)
      else if (on === undefined && !named.some(([, effect]) => effect.kind === 'decides' && effect.anywhere))
        refuse(`needs "on", because \`${named.map(([name]) => name).join('`, `')}\` can affect any operation`, targets)
      else if (wrap && on !== undefined && Object.hasOwn(jobFacts, on))
        refuse(`\`${wrap[0]}\` has no effect on ${on}, because a job has no connection`, deciding)
      for (const [name, effect, options] of named) {
        const row = operationFacts.find(({ id }) => id === on)
        if (!row || effect.kind === 'wraps' || effect.concerns(options, row)) continue
        refuse(`\`${name}\` has no effect on ${on}`, concerned(effect, options))
      }
    }),
)

const concerned = (effect: Decide, options: unknown): string[] =>
  [...operationFacts, ...Object.values(jobFacts)].filter((target) => effect.concerns(options, target)).map(({ id }) => id)

const given = whenNeeded(() =>
  z.union([
    z.string(),
    z.strictObject({
      state: z.string().describe('The sentence.'),
      params: z.record(z.string(), z.unknown()).optional().describe("The sentence's parameters."),
    }),
  ]),
)

export const scenarioDocument = whenNeeded(() =>
  z.strictObject({
    summary: z.string().min(1).describe('The failure, in one sentence.'),
    description: z.string().optional().describe('Details.'),
    guidance: z.string().optional().describe('Advice for clients.'),
    given: z
      .union([given(), z.array(given())])
      .optional()
      .describe('The starting point of the proof: one or more sentences.'),
    rules: z.array(rule()).min(1).describe('The rules: which effects apply to which calls and jobs.'),
    proof: z.array(proofStep()).min(1).optional().describe('The steps that demonstrate the scenario.'),
  }),
)

export type ScenarioDocument = z.output<ReturnType<typeof scenarioDocument>>
/** A scenario as written by its author. */
export interface WrittenScenario extends z.input<ReturnType<typeof scenarioDocument>> {}
export type RuleDocument = z.output<ReturnType<typeof rule>>
