/** A simulator's engine: its worlds, and a carrier that loads the rest of the engine when the first call or job needs it. */

import type { Fixtures } from '../areas/fixtures.ts'
import type { Carrier } from '../wire/call.ts'
import { loadPhoneNumbers } from '../wire/identifiers.ts'
import type { About } from '../wire/row.ts'
import { once } from '../wire/when-needed.ts'
import type { Line } from '../world/journal.ts'
import type { World } from '../world/world.ts'
import type { Handling } from './handle-call.ts'
import type { EngineDependencies } from './walk.ts'
import { createWorlds, type Worlds } from './worlds.ts'

export { actOf } from './context.ts'
export { closeLine, noteAnswer, noteBody, noteCaller, noteSent, openCallLine } from './journal-line/line.ts'
export { collectAtMinimumRate } from './reading/minimum-upload-rate.ts'
export type { Handling }

export interface Engine {
  readonly carry: Carrier
  readonly worlds: Worlds
  readonly dependencies: EngineDependencies
  /** Loads the code that handles calls and jobs. Otherwise, the first call or job loads it. */
  load(): Promise<unknown>
  /** Returns what a line's call or job is about, or a string that explains why that is unknown. Call {@link load} first. */
  about(line: Line, world: World): About | string
}

/**
 * Creates an engine. The code that handles calls is loaded on first use, because it accounts for half of the total size in a browser
 * (test/browser-size.test.ts).
 */
export function createEngine(dependencies: EngineDependencies, fixtures: Fixtures, given?: Handling): Engine {
  let loaded: Handling | undefined
  const load = once(async () => {
    const [handling] = await Promise.all([given ?? import('./handle-call.ts').then((file) => file.handling), loadPhoneNumbers()])
    loaded = handling
    return handling
  })
  const worlds = createWorlds(dependencies, fixtures, async (world, booking) => {
    const { runJob } = loaded ?? (await load())
    return runJob(dependencies, world, booking)
  })
  const handle: Carrier = async (call) => {
    const { handleCall } = loaded ?? (await load())
    return handleCall(dependencies, worlds, call)
  }
  const { observing } = dependencies
  return {
    carry: (call) => (observing.current ? observing.current.carry(call, handle) : handle(call)),
    worlds,
    dependencies,
    load,
    about(line, world) {
      if (!loaded) throw new Error('The engine is not loaded, but the journal contains a line.')
      return loaded.aboutOf(line, world)
    },
  }
}
