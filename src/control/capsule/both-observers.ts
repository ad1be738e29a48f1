/** Combines two observers: the first may delay calls and jobs, and the second records how they continue. */
import type { Call } from '../../service/wire/call.ts'
import type { Observer } from '../../service/world/observer.ts'

export function bothObservers(first: Observer, second: Observer): Observer {
  /** Maps a call passed on by the second observer to the first observer's version of that call. */
  const passed = new WeakMap<Call, Call>()
  return {
    carry: (call, carry) =>
      first.carry(call, (known) =>
        second.carry(known, (observed) => {
          passed.set(observed, known)
          return carry(observed)
        }),
      ),
    control: (controlCall, carry) => first.control(controlCall, (call) => second.control({ ...controlCall, call }, carry)),
    arrived(call, line, world) {
      first.arrived(passed.get(call) ?? call, line, world)
      second.arrived(call, line, world)
    },
    async reached(line, stage) {
      await first.reached(line, stage)
      await second.reached(line, stage)
    },
    committing(line) {
      first.committing(line)
      second.committing(line)
    },
    committed(line, world) {
      first.committed(line, world)
      second.committed(line, world)
    },
    async began(line, world) {
      await first.began(line, world)
      await second.began(line, world)
    },
    woke(world) {
      first.woke(world)
      second.woke(world)
    },
    wakes(world) {
      const may = first.wakes(world)
      return may && second.wakes(world)
    },
    caughtUp() {
      first.caughtUp()
      second.caughtUp()
    },
    now: (real) => second.now(first.now(real)),
    breathed: (breath) => second.breathed(first.breathed(breath)),
    closing() {
      first.closing()
      second.closing()
    },
    called: (request, reply) => second.called(request, first.called(request, reply)),
  }
}
