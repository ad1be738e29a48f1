/** The clock of the machine without its steps back: where it is set back, time goes on by the monotonic clock. */
import type { Platform } from '../world/platform.ts'

/** Real milliseconds by which the two clocks may disagree between two reads: rounding, and drift for each millisecond. */
const [rounding, drift] = [50, 2e-4]
/** Real milliseconds in which both clocks are read. A process that is stopped between the two reads them again. */
const together = 10
const mostReads = 5

export type MachineClock = Pick<Platform, 'now' | 'tick' | 'lead' | 'whenSet'>

export function createMachineClock(wall = () => Date.now(), tick = () => performance.now()): MachineClock {
  const listeners = new Set<(by: number) => void>()
  let [lastWall, lastTick, shown, lead] = [wall(), tick(), 0, 0]

  return {
    now() {
      let [read, ticked] = [wall(), tick()]
      for (let reads = 1, before = ticked; reads < mostReads; reads++, before = ticked) {
        read = wall()
        ticked = tick()
        if (ticked - before < together) break
      }
      const elapsed = ticked - lastTick
      const by = read - lastWall - elapsed
      lastWall = read
      lastTick = ticked
      if (Math.abs(by) > rounding + elapsed * drift) {
        // A jump forward uses the lead up: a clock that is set back and forth does not push time ahead.
        lead = Math.max(0, Math.round(lead - by))
        for (const listener of listeners) listener(Math.round(by))
      }
      shown = Math.max(shown, read + lead)
      return shown
    },
    tick,
    lead: () => lead,
    whenSet(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
