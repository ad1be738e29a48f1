/** Limits the total size of all worlds' journals and outboxes. Source: decisions §8. */

/** A collection of lines or messages, oldest first. */
export interface Holder {
  /** Estimated from string lengths. */
  readonly bytes: number
  /** Returns false if there is nothing to drop. */
  dropOldest(): boolean
}

export interface Share {
  /** Adds a holder's bytes to the budget. From then on, the holder's contents may be dropped. */
  hold(holder: Holder): void
  grow(bytes: number): void
  /** True if the world has ended and its bytes no longer count. */
  readonly ended: boolean
  end(): void
}

export interface JournalBudget {
  readonly bytes: number
  join(): Share
}

interface Part extends Share {
  bytes: number
  readonly holders: Holder[]
}

/**
 * Lines are dropped until this fraction of the limit is reached, so that a single search for the largest world makes room for many lines.
 */
const lowered = 15 / 16

export function createJournalBudget(limit = Number.POSITIVE_INFINITY): JournalBudget {
  const parts = new Set<Part>()
  let bytes = 0
  return {
    get bytes() {
      return bytes
    },
    join() {
      const part: Part & { ended: boolean } = {
        bytes: 0,
        holders: [],
        ended: false,
        hold(holder) {
          part.holders.push(holder)
          part.grow(holder.bytes)
        },
        grow(more) {
          if (part.ended) return
          part.bytes += more
          bytes += more
          if (more > 0 && bytes > limit) trim([...parts], bytes, limit * lowered)
        },
        end() {
          if (!part.ended) bytes -= part.bytes
          part.ended = true
          parts.delete(part)
        },
      }
      parts.add(part)
      return part
    },
  }
}

/** Drops lines and messages of the largest worlds until these worlds have the same size. */
function trim(parts: Part[], bytes: number, goal: number): void {
  parts.sort((one, other) => other.bytes - one.bytes)
  const level = levelOf(parts, bytes, goal)
  for (const part of parts) {
    if (part.bytes <= level) return
    while (part.bytes > level && dropFrom(part.holders));
  }
}

/** Returns the size that the largest worlds must shrink to so that all worlds together do not exceed the goal. */
function levelOf(largestFirst: readonly Part[], bytes: number, goal: number): number {
  let rest = bytes
  let level = 0
  for (const [at, part] of largestFirst.entries()) {
    rest -= part.bytes
    level = Math.max(0, (goal - rest) / (at + 1))
    if (level >= (largestFirst[at + 1]?.bytes ?? 0)) break
  }
  return level
}

function dropFrom(holders: readonly Holder[]): boolean {
  const largest = holders.reduce<Holder | undefined>((best, each) => (each.bytes > (best?.bytes ?? 0) ? each : best), undefined)
  return largest?.dropOldest() ?? false
}
