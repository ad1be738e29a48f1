/** Creates resources that the real service has and the world lacks. */
import type { Handled, Prepared } from './call.ts'
import type { Handling } from './handling.ts'
import type { Pairs } from './pairing.ts'
import { resourcesIn } from './request.ts'
import type { ComparedWorld } from './world.ts'

interface Parts {
  readonly world: ComparedWorld
  readonly handling: Handling
  readonly pairs: Pairs
}

/** Handles a call, and handles it again with its resources if only the world refuses it. */
export async function handleWithResources(call: Prepared, { world, handling, pairs }: Parts): Promise<Handled> {
  const { reply } = call
  let handled = await handling.handle(call)
  if (reply && handled.ours.status >= 400 && reply.status !== handled.ours.status) {
    const before = world.mark()
    const added = await Promise.all((await resourcesIn(call, pairs)).map(world.addResource))
    if (added.some(Boolean)) {
      const again = await handling.handle(call)
      // The real service may refuse the call because the resource is missing there.
      if (reply.status < 300 || reply.status === again.ours.status) handled = again
      else await world.rewind(before)
    }
  }
  return handled
}
