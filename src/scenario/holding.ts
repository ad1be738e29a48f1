/** Calls that a scenario holds back, and lets go when it is switched off. */

import type { Platform } from '../state/platform.ts'
import type { ScenarioState } from '../state/scenario.ts'
import type { World } from '../state/world.ts'
import { getOrCreate } from '../wire/get-or-create.ts'

/** By scenario, what lets each of its calls go. */
const held = new WeakMap<ScenarioState, Map<string, Set<AbortController>>>()

/** What a held call waits with. */
export interface Waiting {
  readonly world: World
  /** Aborted when the client has gone. */
  readonly signal: AbortSignal
  pause: Platform['pause']
}

/** Waits real milliseconds, at most until the scenario ends. Throws when the client leaves. */
export async function hold({ world, signal, pause }: Waiting, scenario: string, milliseconds: number): Promise<void> {
  const letting = new AbortController()
  const named = getOrCreate(held, world.scenarios, () => new Map<string, Set<AbortController>>())
  const all = getOrCreate(named, scenario, () => new Set<AbortController>())
  all.add(letting)
  const waiting = pause(Math.min(milliseconds, timeLeft(world, scenario)), AbortSignal.any([signal, letting.signal]))
  try {
    await waiting
  } catch (thrown) {
    if (signal.aborted) throw thrown
  } finally {
    all.delete(letting)
  }
}

/** Real milliseconds for which a scenario stays on, if nobody touches the clock. */
function timeLeft({ scenarios, clock }: World, scenario: string): number {
  const until = scenarios.active.find(({ name }) => name === scenario)?.until
  if (until === undefined || clock.mode === 'frozen') return Number.POSITIVE_INFINITY
  return Math.max(0, Math.ceil((until - clock.now()) / clock.speed))
}

/** The calls of one scenario, or of all of them. */
export function release(state: ScenarioState, scenario?: string): void {
  for (const [name, all] of held.get(state) ?? []) if (scenario === undefined || name === scenario) for (const each of all) each.abort()
}
