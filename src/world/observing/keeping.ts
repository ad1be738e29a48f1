/** What keeps the worlds of a simulator, so that they outlive its process. */
import type { WorldData } from '../environment.ts'
import type { World } from '../world.ts'

/** A world of before. */
export interface KeptWorld {
  readonly data: WorldData
  /** The number under which its content is stored. */
  readonly number: number
}

export interface Keeping {
  /** The worlds that the simulator begins with. */
  readonly worlds: readonly KeptWorld[]
  /** What the numbers of calls, tokens and interventions of new worlds begin after, so that they repeat none that were lost. */
  readonly numbers: Partial<Pick<WorldData, 'calls' | 'tokens' | 'interventions'>>
  /** A new number for a world: its content is stored under it. */
  newPlace(): number
  /** A world begins, also in the place of the one with its name. */
  began(world: World, contentNumber: number): void
  dropped(name: string): void
  /** The simulator closes: what comes after is not kept. */
  closing(): void
}
