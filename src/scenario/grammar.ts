/** The grammar of scenarios, for YAML files and posted documents. Source: decisions §14. */

import { z } from 'zod'
import { operationFacts } from '../areas/facts.ts'
import type { OperationId } from '../areas/index.ts'
import { jobFacts } from '../areas/job-facts.ts'
import type { Decide, Effect } from '../effects/effect.ts'
import { type EffectName, effects } from '../effects/index.ts'
import { durationOption, milliseconds } from '../effects/options/duration-option.ts'
import { environmentNames } from '../state/agenda.ts'
import type { BookingId } from '../state/bookings.ts'
import type { Calls } from '../state/scenario.ts'
import { type AreaName, areaName } from '../wire/areas.ts'
import { readTimestamp } from '../wire/values/timestamp.ts'
import { whenNeeded } from '../wire/when-needed.ts'
import { proofStep } from './proof-grammar.ts'

/** What a rule covers: an operation, a job, an area, or everything. */
type Target = OperationId | BookingId | AreaName | 'all'

const operationIds = operationFacts.map(({ id }) => id)
export const targets = [
  ...operationIds,
  ...jobFacts.map(({ id }) => id),
  ...new Set(operationIds.map(areaName)),
  'all',
] as readonly Target[]

const oneOf = <Name extends string>(names: readonly Name[]) => z.enum(names as [Name, ...Name[]])

/** Calls counted from 1: `1`, `"2-3"`, `"3-"`, `{ every: 3 }`. */
const calls = whenNeeded(() =>
  z.union(
    [
      z.int().min(1),
      z
        .string()
        .regex(/^[1-9]\d*-(?:[1-9]\d*)?$/, 'is not a range of calls, such as "2-3" or "3-"')
        .refine(goesForward, { error: 'ends before it begins' }),
      z.strictObject({ every: z.int().min(1) }),
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
  Object.fromEntries(Object.entries(effects).map(([name, effect]) => [name, effect.options().optional()])) as {
    [Name in keyof typeof effects]: z.ZodOptional<ReturnType<(typeof effects)[Name]['options']>>
  }

const names = Object.keys(effects) as EffectName[]
const deciding = names.filter((name) => effects[name].kind === 'decides')

const rule = whenNeeded(() =>
  z
    .strictObject({
      on: oneOf(targets).optional(),
      where: z
        .strictObject({
          org: z.string().optional(),
          client: z.string().optional(),
          scope: z.string().optional(),
          recipient: z.string().optional(),
          resource: z.string().optional(),
          environment: z.enum(environmentNames).optional(),
          header: z.record(z.string(), z.string()).optional(),
        })
        .optional(),
      calls: calls().optional(),
      probability: z.number().min(0).max(1).optional(),
      after: durationOption().optional(),
      for: durationOption().optional(),
      /** With `for`: the rule applies for that long in each span of this length. */
      every: durationOption()
        .refine((text) => milliseconds(text) > 0, 'is not longer than zero')
        .optional(),
      until: z
        .string()
        .refine((text) => readTimestamp(text)?.zoned === true, 'is not a time with a time zone, such as 2026-12-01T08:00:00Z')
        .meta({ format: 'date-time' })
        .optional(),
      per: z.enum(['caller', 'idempotencyId', 'thing']).optional(),
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
        refuse('has "every" but no "for". Add "for": how long the rule applies in each span', ['for'])
      if (every !== undefined && lasting !== undefined && milliseconds(lasting) > milliseconds(every))
        refuse('has a "for" that is longer than its "every"', ['for'])
      if (named.length === 0) refuse('needs an effect', names)
      else if (on === undefined && !named.some(([, effect]) => effect.kind === 'decides' && effect.anywhere))
        refuse(`needs "on", because \`${named.map(([name]) => name).join('`, `')}\` can affect any operation`, targets)
      else if (wrap && jobFacts.some(({ id }) => id === on))
        refuse(`\`${wrap[0]}\` has no effect on ${on}, because a job has no connection`, deciding)
      for (const [name, effect, options] of named) {
        const row = operationFacts.find(({ id }) => id === on)
        if (!row || effect.kind === 'wraps' || effect.concerns(options, row)) continue
        refuse(`\`${name}\` has no effect on ${on}`, concerned(effect, options))
      }
    }),
)

const concerned = (effect: Decide, options: unknown): string[] =>
  [...operationFacts, ...jobFacts].filter((target) => effect.concerns(options, target)).map(({ id }) => id)

const given = whenNeeded(() =>
  z.union([z.string(), z.strictObject({ state: z.string(), params: z.record(z.string(), z.unknown()).optional() })]),
)

export const scenarioDocument = whenNeeded(() =>
  z.strictObject({
    summary: z.string().min(1),
    description: z.string().optional(),
    guidance: z.string().optional(),
    given: z.union([given(), z.array(given())]).optional(),
    rules: z.array(rule()).min(1),
    proof: z.array(proofStep()).min(1).optional(),
  }),
)

export type ScenarioDocument = z.output<ReturnType<typeof scenarioDocument>>
/** A scenario as its author writes it. */
export interface WrittenScenario extends z.input<ReturnType<typeof scenarioDocument>> {}
export type RuleDocument = z.output<ReturnType<typeof rule>>
