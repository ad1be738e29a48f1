/** Creates resources that exist at the real service but not in the world. */
import type { Handled, Prepared } from './call.ts'
import type { Handling } from './handling.ts'
import type { Pairs } from './pairing.ts'
import { resourcesIn } from './request.ts'
import type { ComparedWorld } from './world.ts'

/** Handles a call. If only the world refuses the call, creates its missing resources and handles the call again. */
export async function handleWithResources(
  call: Prepared,
  { world, handling, pairs }: { readonly world: ComparedWorld; readonly handling: Handling; readonly pairs: Pairs },
): Promise<Handled> {
  const { reply } = call
  let handled = await handling.handle(call)
  if (reply && handled.ours.status >= 400 && reply.status !== handled.ours.status) {
    const before = world.mark()
    const added = await Promise.all((await resourcesIn(call, pairs)).map(world.addResource))
    if (added.some(Boolean)) {
      const again = await handling.handle(call)
      // If the real service refuses the call as well, the resource may be missing there too.
      if (reply.status < 300 || reply.status === again.ours.status) handled = again
      else await world.rewind(before)
    }
  }
  return handled
}
