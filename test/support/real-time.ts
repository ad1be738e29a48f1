/** Creates a machine whose real time is controlled by a test. */
import { nodePlatform } from '../../src/platform/node.ts'

export function movedTime(start = 0) {
  let now = start
  const timers: { at: number; call: () => void }[] = []
  const platform = {
    ...nodePlatform(),
    tick: () => now,
    wake(milliseconds: number, call: () => void) {
      const timer = { at: now + milliseconds, call }
      timers.push(timer)
      return () => {
        const at = timers.indexOf(timer)
        if (at >= 0) timers.splice(at, 1)
      }
    },
  }
  function next(end: number) {
    const [first] = timers.filter(({ at }) => at <= end).sort((one, other) => one.at - other.at)
    if (first) timers.splice(timers.indexOf(first), 1)
    return first
  }
  function pass(milliseconds: number): void {
    const end = now + milliseconds
    for (let timer = next(end); timer; timer = next(end)) {
      now = timer.at
      timer.call()
    }
    now = end
  }
  /** Advances the time. Completes all work that takes no time between two timers. */
  async function passSlowly(milliseconds: number): Promise<void> {
    const end = now + milliseconds
    for (let timer = next(end); timer; timer = next(end)) {
      now = timer.at
      timer.call()
      await settled()
    }
    now = end
    await settled()
  }
  return { platform, pass, passSlowly, timers, now: () => now }
}

/** Waits for several turns of the event loop, because threads read and remove files. */
export async function settled(): Promise<void> {
  for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve))
}
