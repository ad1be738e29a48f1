/** The shape of a fault: what goes wrong at a call or a job, and what a client must do then. */

import type { Operation } from '../../areas/operation.ts'
import type { EffectName } from '../../failures/effects/index.ts'
import { type DialectName, dialect as dialectOf } from '../../wire/dialect.ts'
import { type Manner, mannerTexts } from '../../wire/services.ts'

/**
 * What a client must do: `survive` it and reach what it reaches without it; `end` cleanly, also with an error; `notice` it, where it reads
 * of it; or whatever it likes, because the fault makes `another` world.
 */
export const demands = ['survive', 'end', 'notice', 'another'] as const
export type Demand = (typeof demands)[number]

export interface Fault {
  /** Such as `lost-reply` or `refused forbidden`. */
  readonly name: string
  /** Faults of one family look the same to a client, such as all that break a connection. */
  readonly family: string
  readonly effects: { readonly [Name in EffectName]?: unknown }
  readonly demand: Demand
  /** From 1: the most dangerous come first. */
  readonly risk: number
  /** How much it does: of two that show the same defect, the lower one is kept. */
  readonly force: number
  /** Completes "When …": `the reply to the first createOrder is lost`. */
  sentence(what: string, committed: boolean): string
}

type Sentence = (what: string) => string
/** A fault whose sentence does not depend on whether the call changed the world. */
export const fault = (
  name: string,
  demand: Demand,
  [risk, force]: readonly [number, number],
  effects: Fault['effects'],
  sentence: Sentence,
): Fault => ({
  name,
  family: familyOf(name),
  demand,
  risk,
  force,
  effects,
  sentence,
})

const lost = new Set(['lost-reply', 'lost-call', 'cut-first', 'cut-middle', 'cut-last', 'held-after', 'held-before'])

function familyOf(name: string): string {
  if (lost.has(name)) return 'lost'
  if (!name.startsWith('outage ')) return name
  // The client sees a refusal of its own rights.
  return name.endsWith(' failing') ? 'outage failing' : 'outage'
}

/** Real time: the longest hold, and the longest wait for a service that is away. */
export const longestHold = 'PT10S'

/** An internal service that a call or a job needs cannot be reached. */
export const down = (service: string): Fault =>
  fault(
    `outage ${service}`,
    'survive',
    [6, 1],
    { outage: { of: service, atMost: longestHold } },
    (what) => `the internal service ${service} cannot be reached at ${what}`,
  )

const downSo = (service: string, how: Manner, risk: number): Fault =>
  fault(
    `outage ${service} ${how}`,
    'survive',
    [risk, 1],
    { outage: { of: service, how, atMost: longestHold } },
    (what) => `the internal service ${service} ${mannerTexts[how]} at ${what}`,
  )

/** A service that errs counts where its calls end otherwise than those of one that cannot be reached, and one that hangs where these end at once. */
export const outages = ({ id, dependsOn }: Operation, dialect: DialectName): Fault[] =>
  dependsOn.flatMap((service) => {
    const known = dialectOf(dialect).of(id).outages[service]
    return [
      down(service),
      ...(known?.failing ? [downSo(service, 'failing', 5)] : []),
      ...(known && !known.unreachable.wait ? [downSo(service, 'hanging', 8)] : []),
    ]
  })

/** The call arrives twice at the same moment. */
export const collided = (demand: Demand): Fault =>
  fault(
    'collided',
    demand,
    [3, 2],
    { collide: 'twin' },
    (what) => `${what} arrives twice at the same moment, and the reply is that of the one that lost`,
  )

export const unordered = (): Fault =>
  fault('unordered', 'survive', [6, 1], { shuffle: 'histories' }, (what) => `the lists in the reply to ${what} come in another order`)

/** How the scan of a file may end. */
export const scans = (): Fault[] => [
  fault('scan-slow', 'survive', [5, 1], { scan: 'slow' }, (what) => `the scan after ${what} takes five minutes`),
  ...(['infected', 'error', 'stuck'] as const).map((result) =>
    fault(
      `scan-${result}`,
      'another',
      [5, 2],
      { scan: result },
      (what) => `the scan after ${what} ${result === 'stuck' ? 'never ends' : `ends with ${result}`}`,
    ),
  ),
]
