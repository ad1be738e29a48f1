/** Holds calls for a scenario, and releases them when it is switched off. */
import type { Platform } from '../state/platform.ts'
import type { ScenarioState } from '../state/scenario/scenario-state.ts'
import type { World } from '../state/world.ts'
import { getOrCreate } from '../wire/get-or-create.ts'

/** By scenario: the controllers that release its calls. */
const held = new WeakMap<ScenarioState, Map<string, Set<AbortController>>>()

/** A call that can be held. */
interface HeldCall {
  readonly world: World
  /** Aborted when the client leaves. */
  readonly signal: AbortSignal
  pause: Platform['pause']
}

/** Waits for real milliseconds, or until the scenario ends. Throws when the client leaves. */
export async function hold({ world, signal, pause }: HeldCall, scenario: string, milliseconds: number): Promise<void> {
  const releasing = new AbortController()
  const named = getOrCreate(held, world.scenarios, () => new Map<string, Set<AbortController>>())
  const all = getOrCreate(named, scenario, () => new Set<AbortController>())
  all.add(releasing)
  const waiting = pause(Math.min(milliseconds, timeLeft(world, scenario)), AbortSignal.any([signal, releasing.signal]))
  try {
    await waiting
  } catch (thrown) {
    if (signal.aborted) throw thrown
  } finally {
    all.delete(releasing)
  }
}

/** Real milliseconds until a scenario ends, as the clock runs now. */
function timeLeft({ scenarios, clock }: World, scenario: string): number {
  const until = scenarios.active.find(({ name }) => name === scenario)?.until
  if (until === undefined || clock.mode === 'frozen') return Number.POSITIVE_INFINITY
  return Math.max(0, Math.ceil((until - clock.now()) / clock.speed))
}

/** Releases the held calls of one scenario, or of all scenarios. */
export function release(state: ScenarioState, scenario?: string): void {
  for (const [name, all] of held.get(state) ?? []) if (scenario === undefined || name === scenario) for (const each of all) each.abort()
}
