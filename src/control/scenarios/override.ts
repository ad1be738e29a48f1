/** Replaces the service's replies for one operation in a world. */

import { operationFacts } from '../../service/areas/facts.ts'
import type { OperationId } from '../../service/areas/index.ts'
import {
  type AnyReply,
  addOverride,
  demandReadable,
  isResponse,
  type Override,
  type OverrideFunction,
  type OverrideReply,
  removeOverride,
} from '../../service/failures/interventions.ts'
import { Misuse, unknownName } from '../../service/wire/misuse.ts'
import type { World } from '../../service/world/world.ts'

export interface OverrideOptions {
  /** Number of calls to answer. Default: all calls until the override ends. */
  readonly times?: number | undefined
}

/**
 * Answers calls to an operation in place of the service, for every caller, before any scenario applies. The newest override comes first. A
 * function receives the call, and returns undefined to let the service answer. Returns a function that ends the override; a reset ends it
 * too. The journal line's `why` names the override. Throws {@link Misuse} for an unknown operation, and for a reply that cannot be sent.
 */
export type MakeOverride = <Id extends OperationId>(
  operation: Id,
  reply: OverrideReply<Id> | OverrideFunction<Id>,
  options?: OverrideOptions,
) => () => void

export function createMakeOverride(current: () => World): MakeOverride {
  return (operation, reply, { times = Number.POSITIVE_INFINITY } = {}) => {
    const ids = operationFacts.map(({ id }) => id)
    if (!ids.includes(operation)) throw unknownName(`override: unknown operation ${JSON.stringify(operation)}.`, operation, ids)
    if (times !== Number.POSITIVE_INFINITY && !(Number.isSafeInteger(times) && times > 0))
      throw new Misuse(`override: times must be a whole number of at least 1, not ${times}.`)
    const world = current()
    const added: Override = {
      left: times,
      reply: typeof reply === 'function' ? (reply as unknown as Override['reply']) : repeated(reply),
    }
    addOverride(world, operation, added)
    return () => removeOverride(world, operation, added)
  }
}

/** Clones responses, because a body can be read only once. */
function repeated(reply: AnyReply): Override['reply'] {
  demandReadable(reply)
  return () => (isResponse(reply) ? reply.clone() : reply)
}
