/** What a recorder of capsules, and a replay, need to know of a simulator. */
import type { Keys } from '../../tokens/keys.ts'
import type { Trust } from '../../tokens/trust.ts'
import type { Fixtures } from '../fixtures.ts'
import type { Platform } from '../platform.ts'
import type { Observing } from './observer.ts'

export interface Inside {
  readonly observing: Observing
  /** Without the observer. */
  readonly machine: Platform
  readonly fixtures: Fixtures
  readonly keys: Keys
  readonly trust: Trust
  /** The documents of the user's scenarios. */
  folder(): Readonly<Record<string, unknown>>
}

/** The platform of a simulator, and the place of its observer. */
export function observed(machine: Platform): { readonly platform: Platform; readonly observing: Observing } {
  const observing: Observing = {}
  return { platform: observedPlatform(machine, observing), observing }
}

const observedPlatform = (machine: Platform, observing: Observing): Platform => ({
  ...machine,
  now() {
    const { current } = observing
    return current === undefined ? machine.now() : current.now(machine.now())
  },
  breathe() {
    const { current } = observing
    return current === undefined ? machine.breathe() : current.breathed(machine.breathe())
  },
  wake(milliseconds, call, world) {
    if (world === undefined) return machine.wake(milliseconds, call)
    const wake = () => {
      observing.current?.woke(world)
      call()
    }
    return machine.wake(milliseconds, wake, world)
  },
  call(request) {
    const { current } = observing
    return current === undefined ? machine.call(request) : current.called(request, machine.call(request))
  },
})
