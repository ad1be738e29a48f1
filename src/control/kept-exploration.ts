/** The newest exploration that somebody reported to a server: for its dashboard. */
import type { Exploration } from '../control-replies/exploration.ts'
import type { Simulator } from '../simulator.ts'

const none: Exploration = { command: null, progress: null, report: null }
const kept = new WeakMap<Simulator, Exploration>()

export const explorationOf = (simulator: Simulator): Exploration => kept.get(simulator) ?? none

export function keepExploration(simulator: Simulator, exploration: Exploration): void {
  kept.set(simulator, exploration)
}
