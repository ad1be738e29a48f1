/** The shape of a fault: what goes wrong at a call or a job, and what a client must do then. */
import type { EffectName } from '../effects/index.ts'

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
  return name.startsWith('outage ') ? 'outage' : name
}

/** An internal service that a call or a job needs cannot be reached. */
export const down = (service: string): Fault =>
  fault(
    `outage ${service}`,
    'survive',
    [6, 1],
    { outage: service },
    (what) => `the internal service ${service} cannot be reached at ${what}`,
  )

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
