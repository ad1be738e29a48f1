/** What keeps the worlds of a simulator, so that they outlive its process. */
import type { Answer, Call, Carrier, PendingAnswer } from '../wire/call.ts'
import type { WorldData } from './environment.ts'
import type { World } from './world.ts'

/** A world of before. */
export interface KeptWorld {
  readonly data: WorldData
  /** The number under which its content is stored. */
  readonly number: number
}

/** A world as it is listed, wherever it is. */
export interface ListedWorld {
  readonly name: string
  /** Milliseconds since 1970. */
  readonly created: number
  readonly calls: number
  /** The server that has it; undefined: this one, or none at the moment. */
  readonly instance?: string | undefined
}

/** The worlds that are here. */
export interface WorldsHere {
  has(name: string): boolean
  list(): World[]
  /** Puts a world here that was kept. */
  putKept(world: KeptWorld): void
  /** Ends a world here, and removes nothing. */
  leave(name: string): void
}

export interface Keeping {
  /** The world `default`, where it is kept and here. */
  readonly first: KeptWorld | undefined
  /** What the numbers of calls, tokens and interventions of new worlds begin after, so that they repeat none that were lost. */
  readonly numbers: Partial<Pick<WorldData, 'calls' | 'tokens' | 'interventions'>>
  /** Call it once, first. */
  serve(worlds: WorldsHere): void
  /**
   * Undefined: the world of the name is here, or there is none; if `makes`, one may be made here. Otherwise it resolves when that is so, or
   * to the answer of the server that has the world. Rejects with {@link Misuse} where the world cannot be loaded. `call`: undefined for
   * this process itself, which no other server can serve.
   */
  reach(name: string, makes: boolean, call: Call | undefined): Promise<PendingAnswer | undefined> | undefined
  /** A reply leaves when what was committed before it is kept. */
  around(carrier: Carrier): Carrier
  /** Whether a world of the name may be made here. */
  mayMake(name: string): boolean
  /** All worlds that are kept, and those of other servers. */
  list(): Promise<readonly ListedWorld[]>
  /** Lets go of a world that is here: the next call loads it. */
  release(name: string): Promise<void>
  /** What is wrong with what keeps the worlds; undefined: nothing. */
  fault(): string | undefined
  /** The answer to a call that failed because what keeps the worlds cannot be reached; undefined: it failed otherwise. */
  answerTo(failure: unknown): Answer | undefined
  /** A new number for a world: its content is stored under it. */
  newNumber(): number
  /** A world begins, also in the place of the one with its name. */
  began(world: World, contentNumber: number): void
  /** A world is about to end here, and is kept. */
  leaving(world: World): void
  dropped(name: string): void
  /** The simulator closes: what comes after is not kept. */
  closing(): void
}
