/** The platform, with the observer beside its time and its outgoing calls. */
import type { Platform } from '../platform.ts'
import type { Observing } from './observer.ts'

export const observedPlatform = (machine: Platform, observing: Observing): Platform => ({
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
