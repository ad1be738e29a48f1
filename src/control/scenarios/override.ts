/** Replies of your own in place of the service, for one operation of a world. */

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
  /** How many calls it answers. Default: all calls, until it ends. */
  readonly times?: number | undefined
}

/**
 * Answers calls of an operation in place of the service, before any scenario, for every caller. The newest override comes first.
 * A function sees the call, and may return undefined: then the service answers. Returns a function that ends the override; a reset
 * ends it too. The `why` of the journal line says that an override answered. Throws {@link Misuse} for an operation that does not exist,
 * and for a reply that cannot be sent.
 */
export type MakeOverride = <Id extends OperationId>(
  operation: Id,
  reply: OverrideReply<Id> | OverrideFunction<Id>,
  options?: OverrideOptions,
) => () => void

export function createMakeOverride(current: () => World): MakeOverride {
  return (operation, reply, { times = Number.POSITIVE_INFINITY } = {}) => {
    const ids = operationFacts.map(({ id }) => id)
    if (!ids.includes(operation)) throw unknownName(`override: there is no operation ${JSON.stringify(operation)}.`, operation, ids)
    if (times !== Number.POSITIVE_INFINITY && !(Number.isSafeInteger(times) && times > 0))
      throw new Misuse(`override: times is ${times}, and must be a whole number from 1.`)
    const world = current()
    const added: Override = {
      left: times,
      reply: typeof reply === 'function' ? (reply as unknown as Override['reply']) : repeated(reply),
    }
    addOverride(world, operation, added)
    return () => removeOverride(world, operation, added)
  }
}

/** The body of a response can be read once. */
function repeated(reply: AnyReply): Override['reply'] {
  demandReadable(reply)
  return () => (isResponse(reply) ? reply.clone() : reply)
}
