/** Remembers a call, so that a later one with the same request can be compared with it. */
import type { Earlier, Facts } from './deed.ts'

/** Milliseconds after which the same request is not a repetition, but another one. */
const longestPause = 300_000

/** How often the world was changed until then. */
export interface Changes {
  readonly others: number
  readonly own: number
}

export interface RememberedCall
  extends Pick<
      Facts,
      | 'id'
      | 'status'
      | 'code'
      | 'lost'
      | 'scenario'
      | 'refusedByOutage'
      | 'collided'
      | 'token'
      | 'until'
      | 'ended'
      | 'turns'
      | 'clockMoves'
      | 'retryAfter'
    >,
    Changes {
  readonly attempts: readonly Earlier[]
}

export function keptOf(facts: Facts, changes: Changes, attempts: readonly Earlier[]): RememberedCall {
  const { id, status, code, lost, scenario, refusedByOutage, collided, token, until, ended, turns, clockMoves, retryAfter } = facts
  const { others, own } = changes
  return {
    id,
    status,
    code,
    lost,
    scenario,
    refusedByOutage,
    collided,
    token,
    until,
    ended,
    turns,
    clockMoves,
    retryAfter,
    others,
    own,
    attempts,
  }
}

/** The milliseconds from the end of a call to the arrival of another: of real time, and the larger of real and world time. */
export function waits({ ended, until }: Pick<Facts, 'ended' | 'until'>, { began, at }: Pick<Facts, 'began' | 'at'>) {
  const waitedReally = began - ended
  return { waitedReally, waited: Math.max(waitedReally, at - until) }
}

/** Null where the reply had not ended, because then the later call does not answer it; and after a long pause. */
export function earlierOf(kept: RememberedCall, later: Facts, now: Changes): Earlier | null {
  const { waitedReally, waited } = waits(kept, later)
  if (waitedReally < 0 || waited > longestPause) return null
  const { id, status, code, lost, scenario, refusedByOutage, collided, token, retryAfter } = kept
  return {
    id,
    status,
    code,
    lost,
    scenario,
    refusedByOutage,
    collided,
    token,
    retryAfter,
    waitedReally,
    waited,
    turned: kept.turns !== later.turns,
    clockMoved: kept.clockMoves !== later.clockMoves,
    changedByOthers: kept.others !== now.others,
    changedByCaller: kept.own !== now.own,
  }
}

/** Whether a call failed, and may succeed later as it is. */
export const mayPass = ({ status, lost }: Pick<Facts, 'status' | 'lost'>): boolean =>
  lost || status === null || status === 408 || status === 429 || status === 499 || status >= 500
