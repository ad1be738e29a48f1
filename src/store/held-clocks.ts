/** Clocks that wake no job until they begin. */
import type { Platform } from '../world/platform.ts'

export function heldClocks({ wake }: Pick<Platform, 'wake'>) {
  let waiting: (() => void)[] | undefined = []
  const wakeLater: Platform['wake'] = (milliseconds, call, world) => {
    if (!waiting) return wake(milliseconds, call, world)
    let cancel: () => void
    const later = () => {
      cancel = wake(milliseconds, call, world)
    }
    waiting.push(later)
    cancel = () => {
      waiting = waiting?.filter((each) => each !== later)
    }
    return () => cancel()
  }
  function begin(): void {
    const all = waiting ?? []
    waiting = undefined
    for (const start of all) start()
  }
  return { wake: wakeLater, begin }
}
