/** Calls that a scenario holds back, and lets go when it is switched off. */
import type { ScenarioState } from '../state/scenario.ts'
import type { World } from '../state/world.ts'
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
  const waiting = equipment.platform.pause(
    Math.min(milliseconds, timeLeft(world, scenario)),
    AbortSignal.any([call.signal, letting.signal]),
  )
  try {
    await waiting
  } catch (thrown) {
    if (call.signal.aborted) throw thrown
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
