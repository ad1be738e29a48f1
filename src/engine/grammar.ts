/** The grammar of scenarios: what a YAML file or a posted document may say. Source: decisions §14. */
import { z } from 'zod'
import { durationOption } from '../effects/duration-option.ts'
import { type EffectName, effects } from '../effects/index.ts'
import { jobs } from '../jobs/index.ts'
import { operations } from '../operations/index.ts'
import type { Calls } from '../state/scenario.ts'
import { areaName } from '../wire/areas.ts'
import { readTimestamp } from '../wire/send-time.ts'

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
    const named = names.filter((name) => written[name] !== undefined)
    if (named.length === 0) refuse('has no effect', names)
    else if (written.on === undefined && written.outage === undefined)
      refuse('needs "on", because only an outage covers whoever needs the service', targets)
    else if (jobs.some(({ id }) => id === written.on) && named.some((name) => effects[name].kind === 'wraps'))
      refuse('is about a job, and no connection of a job can fail', deciding)
  })

const given = z.union([z.string(), z.strictObject({ state: z.string(), params: z.record(z.string(), z.unknown()).optional() })])

const expectation = z.union([
  z.int(),
  z.enum(['disconnect', 'cancelled']),
  z.strictObject({
    status: z.int().optional(),
    code: z.string().optional(),
    headers: z.record(z.string(), z.string()).optional(),
    body: z.record(z.string(), z.unknown()).optional(),
  }),
])

const step = z.union([
  z.strictObject({
    call: oneOf(operationIds),
    as: z.strictObject({ org: z.string().optional(), orgNo: z.string().optional(), scope: z.string().optional() }).optional(),
    input: z.record(z.string(), z.unknown()).optional(),
    same: z.enum(['idempotencyId']).optional(),
    abortAfter: durationOption.optional(),
    expect: expectation,
  }),
  z.strictObject({ advance: durationOption }),
  z.strictObject({ journal: z.record(z.string(), z.unknown()) }),
])

export const scenarioDocument = z.strictObject({
  summary: z.string().min(1),
  description: z.string().optional(),
  guidance: z.string().optional(),
  given: z.union([given, z.array(given)]).optional(),
  rules: z.array(rule).min(1),
  proof: z.array(step).min(1).optional(),
})

export type ScenarioDocument = z.output<typeof scenarioDocument>
export type ProofStep = z.output<typeof step>
export type RuleDocument = z.output<typeof rule>
