/** Checks that the worlds' clocks run at the right speed through all events and never go backwards. */
import type { Fleet } from './fleet.ts'
import type { Reads } from './reads.ts'
import type { Seen } from './seen.ts'

/** Tolerance in milliseconds, because reading a clock takes time. */
const tolerance = 2_000

interface Look {
  readonly now: number
  /** Times when the request was sent and when the reply was received. */
  readonly from: number
  readonly to: number
}

export function createClocks(worlds: readonly string[], fleet: Fleet, reads: Reads, seen: Seen) {
  let looks = new Map<string, Look>()
  let ahead = 0

  async function look(world: string): Promise<readonly [string, Look]> {
    const from = performance.now()
    const now = await reads.clock(world)
    return [world, { now, from, to: performance.now() }]
  }
  /** Returns the largest forward jump of a server's clock since the last check, in milliseconds. */
  function jumped(): number {
    const before = ahead
    ahead = Math.min(...fleet.servers.map(fleet.clockOf))
    return Math.max(0, -before)
  }
  return {
    /** Compares each clock with its earlier time. */
    async compare(): Promise<void> {
      const forward = jumped()
      const next = new Map(await Promise.all(worlds.map(look)))
      for (const [world, { now, from, to }] of next) {
        const before = looks.get(world)
        if (!before) continue
        const passed = now - before.now
        const [least, most] = [from - before.to - tolerance, to - before.from + tolerance + forward]
        if (passed < least || passed > most)
          seen.wrongly(`the clock of ${world} advanced by ${passed} ms, but ${Math.round(least)} to ${Math.round(most)} ms have passed`)
      }
      looks = next
    },
  }
}
