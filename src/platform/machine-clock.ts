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

  const jumpTo = (read: number, ticked: number) => read - lastWall - (ticked - lastTick)
  const wasSet = (read: number, ticked: number) => Math.abs(jumpTo(read, ticked)) > rounding + (ticked - lastTick) * drift

  return {
    now() {
      let read = wall()
      let ticked = tick()
      for (let reads = 1, isQuick = false; wasSet(read, ticked) && !isQuick && reads < mostReads; reads++) {
        const before = ticked
        read = wall()
        ticked = tick()
        isQuick = ticked - before < together
      }
      const by = jumpTo(read, ticked)
      const isSet = wasSet(read, ticked)
      lastWall = read
      lastTick = ticked
      if (isSet) {
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
