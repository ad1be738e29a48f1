/** Derives each operation's errors and faults, and how to cause them, from rows, effects and scenarios. */
import type { z } from 'zod'
import { refusalsOf } from '../src/control/openapi/replies.ts'
import type { RefusalKey } from '../src/service/areas/areas.ts'
import { dialect } from '../src/service/areas/dialect.ts'
import { createRuleset } from '../src/service/failures/active-rules.ts'
import { type EffectName, effects } from '../src/service/failures/effects.ts'
import type { PreparedRule } from '../src/service/failures/scenario/prepared-rules.ts'
import type { RefusalForm } from '../src/service/wire/refusal.ts'
import type { Scenario } from '../src/service/world/scenario.ts'
import { type Provocation, provocations, type Row } from './provocations.ts'

/** A refusal, identified by its code, or by its key if it has no code. */
export interface ErrorFault {
  readonly kind: 'error'
  readonly operation: Row
  readonly name: RefusalKey
  readonly form: RefusalForm
  /** The code in the reply. Absent if the reply shows only the status. */
  readonly code: string | undefined
  readonly scenarios: readonly Scenario[]
  /** A request that is refused without a scenario. */
  readonly itself: Provocation | undefined
}

/** A fault that is not a refusal, identified by its effect. */
export interface EffectFault {
  readonly kind: 'effect'
  readonly operation: Row
  readonly name: EffectName
  readonly scenarios: readonly Scenario[]
}

export type Fault = ErrorFault | EffectFault

/** Resolves an operation in the only dialect that has it, or in the spec dialect. */
const resolved = ({ id, dialect: only = 'spec' }: Pick<Row, 'id' | 'dialect'>) => dialect(only).of(id)

export function faultsOf(operation: Row, scenarios: readonly Scenario[]): Fault[] {
  const { area } = resolved(operation)
  const ways = new Map<RefusalKey | EffectName, Scenario[]>()
  for (const key of refusalsOf(operation, area)) ways.set(wireName(key, operation), [])
  for (const scenario of scenarios) {
    for (const name of shownBy(operation, scenario)) ways.set(name, [...(ways.get(name) ?? []), scenario])
  }
  return [...ways].map(([name, found]) =>
    isEffect(name) ? { kind: 'effect', operation, name, scenarios: found } : { ...errorOf(name, operation), scenarios: found },
  )
}

function errorOf(name: RefusalKey, operation: Row): Omit<ErrorFault, 'scenarios'> {
  const { area, refusals } = resolved(operation)
  const form = refusals[name]
  const isNamed = operation.method !== 'HEAD' && area.refusalBody === undefined && form.body === undefined
  return { kind: 'error', operation, name, form, code: isNamed ? form.code : undefined, itself: provocations[name]?.(operation) }
}

const isEffect = (name: string): name is EffectName => Object.hasOwn(effects, name)

/** Returns the refusal's code if it has one. Several refusals can have the same code, which is then a key itself. */
function wireName(key: RefusalKey, operation: Row): RefusalKey {
  const { code } = resolved(operation).refusals[key]
  return (code as RefusalKey | undefined) ?? key
}

/** Returns a scenario's rules that apply to every call to an operation. Excludes rules with a probability. */
export const sureRules = (operation: Row, scenario: Scenario): PreparedRule[] =>
  createRuleset([{ scenario, since: 0 }])
    .of(operation)
    .rules.filter(({ rule }) => rule.probability === undefined)

function shownBy(operation: Row, scenario: Scenario): Set<RefusalKey | EffectName> {
  const shown = sureRules(operation, scenario).flatMap(({ rule }) =>
    Object.entries(rule.effects).flatMap(([name, options]) => faultsShown[name as EffectName](options as never, operation)),
  )
  return new Set(shown)
}

type Showing<Name extends EffectName> = (
  options: z.output<ReturnType<(typeof effects)[Name]['options']>>,
  row: Row,
) => (RefusalKey | EffectName)[]

/** The faults that the caller sees immediately. Effects on jobs appear later, and not in the reply. */
const faultsShown: { readonly [Name in EffectName]: Showing<Name> } = {
  latency: () => ['latency'],
  throttle: () => ['throttle'],
  disconnect: () => ['disconnect'],
  hold: () => ['NOT-00002', 'hold'],
  truncate: () => ['truncate'],
  garble: (how, row) => (isGarbled(how, row) ? ['garble'] : []),
  grease: () => ['grease'],
  'early-answer': ({ code }, row) => [wireName(code, row), 'early-answer'],
  respond: () => ['respond'],
  refuse: ({ code }, row) => [wireName(code, row)],
  outage: (_, row) => [wireName('unreachable', row)],
  exhaust: () => ['rate-limited'],
  skew: (_, { access }) => (access.kind === 'anyone' ? [] : ['unauthenticated']),
  keys: () => [],
  outcome: () => [],
  scan: () => [],
  events: () => [],
  receiver: () => [],
  stale: () => [],
  shuffle: () => [],
  collide: (_, row) => [wireName(row.id === 'fileTransfer.upload' ? 'BRO-00008' : 'collided', row)],
}

/** True if one of the row's replies has a body that the effect changes. */
function isGarbled(how: z.output<ReturnType<typeof effects.garble.options>>, { replies }: Row): boolean {
  const kinds = Object.values(replies).map(({ kind }) => kind)
  return how === 'json' ? kinds.includes('json') : !kinds.includes('empty')
}
