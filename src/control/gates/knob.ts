/** Gates hold calls until a test releases them, for example to test race conditions. */

import { operationFacts } from '../../service/areas/facts.ts'
import type { OperationId } from '../../service/areas/index.ts'
import { type Gate, openGate, openGates } from '../../service/failures/interventions.ts'
import { type AnyName, Misuse, unknownName } from '../../service/wire/misuse.ts'
import { type GatePlace, gatePlaces } from '../../service/world/scenario.ts'
import type { World } from '../../service/world/world.ts'

/**
 * Holds every call to an operation, either before its work, or after the work but before the reply. Resetting the world removes the gate.
 * Throws {@link Misuse} for an unknown operation.
 */
export type MakeGate = (operation: OperationId | AnyName, options: { readonly at: GatePlace }) => Gate

/** Returns all gates. Gates for the same operation are sorted from oldest to newest. */
export type ListGates = () => readonly Gate[]

export const createListGates =
  (current: () => World): ListGates =>
  () =>
    openGates(current())

export const createMakeGate =
  (current: () => World): MakeGate =>
  (operation, { at }) => {
    const ids = operationFacts.map(({ id }) => id)
    if (!ids.some((id) => id === operation)) throw unknownName(`gate: unknown operation ${JSON.stringify(operation)}.`, operation, ids)
    if (!gatePlaces.includes(at)) throw new Misuse(`gate: at: ${JSON.stringify(at)} is not a valid position for a gate.`, gatePlaces)
    return openGate(current(), operation, at)
  }
