/** The proof of a schedule that was found, where the example of its operation can show it. */

import { operationsById } from '../../areas/index.ts'
import { dryRun } from '../../control/proving/dry-run.ts'
import { frontDoor } from '../../control/serving/front-door.ts'
import type { WrittenScenario } from '../../failures/scenario/grammar.ts'
import type { Simulator } from '../../knobs.ts'
import { refusals } from '../../wire/refusals/index.ts'
import type { Schedule } from './schedule.ts'

/** The document, with a proof if it has one that passes. */
export async function proven(simulator: Simulator, name: string, document: WrittenScenario, schedule: Schedule): Promise<WrittenScenario> {
  const [only] = schedule
  const proof = only && schedule.length === 1 && only.point.nth === 1 ? stepsFor(only.point.target, only.point.fault.effects) : undefined
  if (!proof) return document
  const given = operationsById.get(only?.point.target ?? '')?.example.given
  const whole: WrittenScenario = { ...document, ...(given !== undefined && { given }), proof }
  const { passed } = await dryRun(simulator, name, whole, {
    frontDoor,
    dialect: simulator.settings.dialect,
    signal: new AbortController().signal,
  })
  return passed ? whole : document
}

type Proof = NonNullable<WrittenScenario['proof']>

/** Orders may be repeated, and show that the fault comes only once. */
const repeatable = new Set([
  'notifications.createOrder',
  'notifications.createInstantOrder',
  'notifications.createInstantSms',
  'notifications.createInstantEmail',
])

function stepsFor(target: string, effects: Readonly<Record<string, unknown>>): Proof | undefined {
  const expected = expectedOf(effects)
  if (expected === undefined || !operationsById.has(target)) return undefined
  const call = target as Extract<Proof[number], { call: unknown }>['call']
  const again = repeatable.has(target) ? [{ call, same: 'idempotencyId' as const, expect: isLost(effects) ? 200 : 201 }] : []
  return [{ call, expect: expected }, ...again] as Proof
}

const isLost = ({ disconnect }: Readonly<Record<string, unknown>>): boolean =>
  typeof disconnect === 'object' && disconnect !== null && 'when' in disconnect && disconnect.when === 'after-work'

function expectedOf({ disconnect, refuse, outage, garble }: Readonly<Record<string, unknown>>): unknown {
  if (typeof disconnect === 'object' && disconnect !== null) return 'afterBytes' in disconnect ? { broken: true } : 'disconnect'
  if (typeof refuse === 'object' && refuse !== null && 'code' in refuse) return refusals[refuse.code as keyof typeof refusals].status
  if (outage !== undefined) return 503
  return garble === 'json' ? { json: false } : undefined
}
