/** THE TABLE of invariants: what must hold in every world at the end of a session. */
import type { WorldKnobs } from '../../../control/simulator.ts'
import { confirmedWhole } from './confirmed-whole.ts'
import type { Evidence, Invariant, Violation } from './invariant.ts'
import { limitKept } from './limit-kept.ts'
import { orderedOnce } from './ordered-once.ts'
import { type InvariantFunction, invariantOf } from './own-invariants.ts'
import { retriesEnd } from './retries-end.ts'
import { uploadFinished } from './upload-finished.ts'

export const invariants: readonly Invariant[] = [orderedOnce, uploadFinished, confirmedWhole, retriesEnd, limitKept]

/** An invariant of a user: read from a file, or a function. */
export type OwnInvariant = Invariant | InvariantFunction

/**
 * The invariants that do not hold in a world: those of the table, and the user's own: read by `readInvariants`, or functions. Ask when
 * the client has ended and the clock has advanced until the world is settled, before the world is dropped. A session without
 * faults can have violations too: the same orders twice may be what the user wants. Faults are not the cause of those.
 */
export async function findViolations(standin: WorldKnobs, own: readonly OwnInvariant[] = []): Promise<Violation[]> {
  const evidence = evidenceOf(standin)
  const violations = await Promise.all(
    [...invariants, ...own.map(asInvariant)].map(async (invariant) => {
      const { id, demanded } = invariant
      return (await invariant.find(evidence)).map((finding): Violation => ({ id, demanded, ...finding }))
    }),
  )
  return violations.flat()
}

const asInvariant = (own: OwnInvariant, nth: number) =>
  typeof own === 'function' ? invariantOf(own, own.name || `invariant ${nth + 1}`) : own

function evidenceOf(standin: WorldKnobs): Evidence {
  const { calls } = standin.world.journal
  const closed = calls.list().filter(({ closed, sender }) => closed > 0 && !sender?.own)
  return { world: standin.world, standin, calls: closed.toSorted((one, other) => one.began - other.began), whole: calls.dropped === 0 }
}
