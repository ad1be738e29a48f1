/** The bytes that the journals and outboxes of all worlds may hold together. Source: decisions §8. */

/** Something that holds lines, oldest first. */
export interface Holder {
  /** Estimated from the lengths of texts. */
  readonly bytes: number
  /** Drops the oldest line; false where there is none. */
  dropOldest(): boolean
}

/** The part of one world. */
export interface Share {
  /** Counts what a holder has, and may make it drop lines from then on. */
  hold(holder: Holder): void
  /** A holder has so many bytes more. */
  grow(bytes: number): void
  /** Whether the world has ended. It counts no more then. */
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

/** Lines are dropped down to this part of the limit, so that one search for the largest world serves many lines. */
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

/** Lowers the largest worlds to one level. */
function trim(parts: Part[], bytes: number, goal: number): void {
  parts.sort((one, other) => other.bytes - one.bytes)
  const level = levelOf(parts, bytes, goal)
  for (const part of parts) {
    if (part.bytes <= level) return
    while (part.bytes > level && dropFrom(part.holders));
  }
}

/** The bytes that the largest worlds may keep each, so that all worlds together have no more than the goal. */
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
