/** The engine: its worlds, and what walks calls and runs jobs in them. */
import type { Carrier, MaybePromise } from '../wire/call.ts'
import { andThen, once } from '../wire/maybe.ts'
import type { Fixtures } from '../world/fixtures.ts'
import type { EngineDependencies } from './walk.ts'
import type { createWalker, Walker } from './walker.ts'
import { createWorlds, type Worlds } from './worlds.ts'

export interface Engine {
  readonly carry: Carrier
  readonly worlds: Worlds
  readonly dependencies: EngineDependencies
  /** Loads what walks calls. The first call or job does this too. */
  load(): MaybePromise<unknown>
  /** Only when {@link load} has ended. */
  readonly about: Walker['about']
}

/** What walks is half of the code, and a browser need not wait for it to begin (test/browser-size.test.ts). */
export function createEngine(dependencies: EngineDependencies, fixtures: Fixtures, loaded?: typeof createWalker): Engine {
  const load = once(() =>
    loaded ? loaded(dependencies, worlds) : import('./walker.ts').then(({ createWalker: made }) => made(dependencies, worlds)),
  )
  const worlds = createWorlds(dependencies, fixtures, (world, booking) => andThen(load(), ({ runJob }) => runJob(world, booking)))
  const walk: Carrier = (call) => andThen(load(), ({ carry }) => carry(call))
  const { observing } = dependencies
  const carry: Carrier = (call) => (observing.current === undefined ? walk(call) : observing.current.carry(call, walk))
  const about: Engine['about'] = (line, world) => {
    const walker = load()
    if (walker instanceof Promise) throw new Error('A journal has a line before anything is loaded that writes one.')
    return walker.about(line, world)
  }
  return { carry, worlds, dependencies, load, about }
}
