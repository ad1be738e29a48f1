/** The newest exploration of a simulator, which the dashboard shows. */
import { liveSlot } from '../service/wire/when-needed.ts'
import type { Exploration } from './exploration/rows.ts'
import type { Simulator } from './simulator.ts'

const none: Exploration = { command: null, progress: null, report: null }
const newest = liveSlot(() => ({ exploration: none }))

export const newestExploration = (simulator: Simulator): Exploration => newest.of(simulator).exploration

/** Replaces the previous exploration. */
export function storeExploration(simulator: Simulator, exploration: Exploration): void {
  newest.of(simulator).exploration = exploration
}
