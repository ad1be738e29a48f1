/** What keeps the worlds of a simulator, so that they outlive its process. */
import type { WorldData } from '../environment.ts'
import type { World } from '../world.ts'

/** A world of before. */
export interface KeptWorld {
  readonly data: WorldData
  /** The number under which its content is stored. */
  readonly number: number
}

/** A world that answers no calls. */
export interface Closing {
  readonly name: string
  /** Tells this closing from others of the same world. */
  readonly closing: number
  /** Milliseconds; since 1970, by the clock of the machine, where it is kept. */
  readonly until: number
  /** Whether the world is at another server now. */
  readonly moved: boolean
}

export interface Closings {
  readonly closings: readonly Closing[]
  /** The number of the last closing. */
  readonly last: number
}

/** Keeps which worlds are closed. */
export interface KeptClosings {
  read(): Closings | undefined
  write(closings: Closings): void
}

export interface Keeping {
  /** The worlds that the simulator begins with. */
  readonly worlds: readonly KeptWorld[]
  /** What the numbers of calls, tokens and interventions of new worlds begin after, so that they repeat none that were lost. */
  readonly numbers: Partial<Pick<WorldData, 'calls' | 'tokens' | 'interventions'>>
  readonly closed: KeptClosings
  /** A new number for a world: its content is stored under it. */
  newPlace(): number
  /** A world begins, also in the place of the one with its name. */
  began(world: World, contentNumber: number): void
  dropped(name: string): void
  /** The simulator closes: what comes after is not kept. */
  closing(): void
}
