/** Gates for tests of races: calls stand at them until the test lets them go on. */

import { operationFacts } from '../../service/areas/facts.ts'
import type { OperationId } from '../../service/areas/index.ts'
import { type Gate, openGate, openGates } from '../../service/failures/interventions.ts'
import { type AnyName, Misuse, unknownName } from '../../service/wire/misuse.ts'
import { type GatePlace, gatePlaces } from '../../service/world/scenario.ts'
import type { World } from '../../service/world/world.ts'

/**
 * Stops every call of an operation before its work is done, or after the work and before the reply. A reset of the world ends the gate.
 * Throws {@link Misuse} for an operation that does not exist.
 */
export type MakeGate = (operation: OperationId | AnyName, options: { readonly at: GatePlace }) => Gate

/** The gates that stand, each operation's from the oldest to the newest. */
export type ListGates = () => readonly Gate[]

export const createListGates =
  (current: () => World): ListGates =>
  () =>
    openGates(current())

export const createMakeGate =
  (current: () => World): MakeGate =>
  (operation, { at }) => {
    const ids = operationFacts.map(({ id }) => id)
    if (!ids.some((id) => id === operation)) throw unknownName(`gate: there is no operation ${JSON.stringify(operation)}.`, operation, ids)
    if (!gatePlaces.includes(at)) throw new Misuse(`gate: at is ${JSON.stringify(at)}.`, gatePlaces)
    return openGate(current(), operation, at)
  }
