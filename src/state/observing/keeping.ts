/** What keeps the worlds of a simulator, so that they outlive its process. */
import type { World, WorldData } from '../world.ts'

/** A world of before. */
export interface KeptWorld {
  readonly data: WorldData
  /** The number under which its content is stored. */
  readonly place: number
}

export interface Keeping {
  /** The worlds that the simulator begins with. */
  readonly worlds: readonly KeptWorld[]
  /** A new number for a world: its content is stored under it. */
  newPlace(): number
  /** A world begins, also in the place of the one with its name. */
  began(world: World, place: number): void
  dropped(name: string): void
  /** The simulator closes: what comes after is not kept. */
  closing(): void
}
