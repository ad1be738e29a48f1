/** Runs actions later, unless this implementation is closed first. */

export type Later = (milliseconds: number, work: () => void) => void

export function openLater(): { later: Later; end(): void } {
  const timers = new Set<NodeJS.Timeout>()
  return {
    later(milliseconds, work) {
      const timer = setTimeout(() => {
        timers.delete(timer)
        work()
      }, milliseconds).unref()
      timers.add(timer)
    },
    end() {
      for (const timer of timers) clearTimeout(timer)
    },
  }
}
