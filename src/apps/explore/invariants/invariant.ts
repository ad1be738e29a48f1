/** The shape of an invariant: what must hold in a world when a session with its client has ended. */
import type { WorldKnobs } from '../../../control/simulator.ts'
import type { Line } from '../../../service/world/journal-line.ts'
import type { World } from '../../../service/world/world.ts'

/** What shows that an invariant does not hold. */
export interface Finding {
  /**
   * Completes "your client …": `orders again with a new idempotencyId: two messages to 12838590150`. It names nothing that differs from
   * world to world, such as an id.
   */
  readonly sentence: string
  /** The ids of the records, or of the journal lines, that show it. */
  readonly records: readonly string[]
}

/** An invariant that does not hold. */
export interface Violation extends Finding {
  /** The invariant. Equal in two runs that show the same defect. */
  readonly id: string
  readonly demanded: Demanded
}

/**
 * When an invariant must hold: `always`, or only where the client ends well. A client that may give up, and says so by its exit
 * code, may leave its work half done.
 */
export type Demanded = 'always' | 'success'

/** What invariants look at, when the service has done all its work. */
export interface Evidence {
  readonly world: World
  readonly standin: WorldKnobs
  /** The calls of clients, in the order in which they arrived. */
  readonly calls: readonly Line[]
  /** Whether the journal still has all of them. Without this, nothing can be said about what was never called. */
  readonly whole: boolean
}

export interface Invariant {
  readonly id: string
  readonly demanded: Demanded
  find(evidence: Evidence): readonly Finding[] | Promise<readonly Finding[]>
}
