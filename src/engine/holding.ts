/** Calls that a scenario holds back, and lets go when it is switched off. */
import type { ScenarioState } from '../state/scenario.ts'
import { remember } from '../wire/remember.ts'
import type { Walk } from './walk.ts'

/** By scenario, what lets each of its calls go. */
const held = new WeakMap<ScenarioState, Map<string, Set<AbortController>>>()

/** Until the client leaves (then it throws), the scenario is switched off, or so long. */
export async function hold({ world, call, equipment }: Walk, scenario: string, milliseconds: number): Promise<void> {
  const letting = new AbortController()
  const named = remember(held, world.scenarios, () => new Map<string, Set<AbortController>>())
  const all = remember(named, scenario, () => new Set<AbortController>())
  all.add(letting)
  const waiting = equipment.platform.pause(milliseconds, AbortSignal.any([call.signal, letting.signal]))
  try {
    await waiting
  } catch (thrown) {
    if (call.signal.aborted) throw thrown
  } finally {
    all.delete(letting)
  }
}

/** The calls of one scenario, or of all of them. */
export function release(state: ScenarioState, scenario?: string): void {
  for (const [name, all] of held.get(state) ?? []) if (scenario === undefined || name === scenario) for (const each of all) each.abort()
}
