/** The grammar of scenarios: what a YAML file or a posted document may say. Source: decisions §14. */
import { z } from 'zod'
import { durationOption, milliseconds } from '../effects/duration-option.ts'
import type { Decide, Effect } from '../effects/effect.ts'
import { type EffectName, effects } from '../effects/index.ts'
import { jobs } from '../jobs/index.ts'
import { operations } from '../operations/index.ts'
import type { Calls } from '../state/scenario.ts'
import { areaName } from '../wire/areas.ts'
import { readTimestamp } from '../wire/values/timestamp.ts'
import { proofStep } from './proof-grammar.ts'

const operationIds = operations.map(({ id }) => id)
export const targets: readonly string[] = [...operationIds, ...jobs.map(({ id }) => id), ...new Set(operationIds.map(areaName)), 'all']

const oneOf = (names: readonly string[]) => z.enum(names as [string, ...string[]])

/** Calls counted from 1: `1`, `"2-3"`, `"3-"`, `{ every: 3 }`. */
const calls = z.union(
  [
    z.int().min(1),
    z
      .string()
      .regex(/^[1-9]\d*-(?:[1-9]\d*)?$/, 'is no range of calls, such as "2-3" or "3-"')
      .refine(goesForward, { error: 'ends before it begins' }),
    z.strictObject({ every: z.int().min(1) }),
  ],
  { error: 'is none of 1, "2-3", "3-" and { every: 3 }' },
)

function goesForward(range: string): boolean {
  const [from, to] = range.split('-')
  return !to || Number(from) <= Number(to)
}

export function readCalls(written: z.output<typeof calls>): Calls {
  if (typeof written === 'number') return { from: written, to: written }
  if (typeof written === 'object') return written
  const [from, to] = written.split('-')
  return { from: Number(from), to: to ? Number(to) : Number.POSITIVE_INFINITY }
}

const effectFields = Object.fromEntries(Object.entries(effects).map(([name, effect]) => [name, effect.options.optional()])) as {
  [Name in keyof typeof effects]: z.ZodOptional<(typeof effects)[Name]['options']>
}

const names = Object.keys(effects) as EffectName[]
const deciding = names.filter((name) => effects[name].kind === 'decides')

const rule = z
  .strictObject({
    on: oneOf(targets).optional(),
    where: z
      .strictObject({
        org: z.string().optional(),
        client: z.string().optional(),
        scope: z.string().optional(),
        recipient: z.string().optional(),
        resource: z.string().optional(),
        environment: z.enum(['test', 'production']).optional(),
        header: z.record(z.string(), z.string()).optional(),
      })
      .optional(),
    calls: calls.optional(),
    probability: z.number().min(0).max(1).optional(),
    after: durationOption.optional(),
    for: durationOption.optional(),
    /** Again and again: `for` so long, in each span of this length. */
    every: durationOption.refine((text) => milliseconds(text) > 0, 'is no time at all').optional(),
    until: z
      .string()
      .refine((text) => readTimestamp(text)?.zoned === true, 'is no time with its zone, such as 2026-12-01T08:00:00Z')
      .meta({ format: 'date-time' })
      .optional(),
    per: z.enum(['caller', 'idempotencyId']).optional(),
    ...effectFields,
  })
  .superRefine((written, context) => {
    const refuse = (message: string, choices: readonly string[]) => context.addIssue({ code: 'custom', message, params: { choices } })
    const named: [EffectName, Effect, unknown][] = names.flatMap((name) =>
      written[name] === undefined ? [] : [[name, effects[name], written[name]]],
    )
    const { on, every, for: lasting } = written
    if (every !== undefined && lasting === undefined) refuse('has "every", which needs "for": for how long, of each such span', ['for'])
    if (every !== undefined && lasting !== undefined && milliseconds(lasting) > milliseconds(every))
      refuse('lasts longer than the span in which it is to come again', ['for'])
    if (named.length === 0) refuse('has no effect', names)
    else if (on === undefined && !named.some(([, effect]) => effect.kind === 'decides' && effect.anywhere))
      refuse(`needs "on", because ${named.map(([name]) => name).join(', ')} can be about anything`, targets)
    else if (jobs.some(({ id }) => id === on) && named.some(([, { kind }]) => kind === 'wraps'))
      refuse('is about a job, and no connection of a job can fail', deciding)
    for (const [name, effect, options] of named) {
      const row = operations.find(({ id }) => id === on)
      if (!row || effect.kind === 'wraps' || effect.concerns(options, row)) continue
      refuse(`is about ${on}, which cannot notice ${name}`, noticing(effect, options))
    }
  })

const noticing = (effect: Decide, options: unknown): string[] =>
  [...operations, ...jobs].filter((target) => effect.concerns(options, target)).map(({ id }) => id)

const given = z.union([z.string(), z.strictObject({ state: z.string(), params: z.record(z.string(), z.unknown()).optional() })])

export const scenarioDocument = z.strictObject({
  summary: z.string().min(1),
  description: z.string().optional(),
  guidance: z.string().optional(),
  given: z.union([given, z.array(given)]).optional(),
  rules: z.array(rule).min(1),
  proof: z.array(proofStep).min(1).optional(),
})

export type ScenarioDocument = z.output<typeof scenarioDocument>
export type RuleDocument = z.output<typeof rule>
