/** Gates for tests of races: calls stand at them until the test lets them go on. */
import { Misuse } from '../misuse.ts'
import { type OperationId, operations } from '../operations/index.ts'
import { type Gate, type GatePlace, gatePlaces, openGate } from '../scenario/gating.ts'
import type { World } from '../state/world.ts'
import { unknownName } from '../wire/nearest.ts'

/**
 * Stops every call of an operation before its work is done, or after the work and before the reply. A reset of the world ends the gate. Throws
 * {@link Misuse} for an operation that does not exist.
 */
export type MakeGate = (operation: OperationId, options: { readonly at: GatePlace }) => Gate

/** Asks for the current world each time, because a reset replaces it. */
export const createMakeGate =
  (current: () => World): MakeGate =>
  (operation, { at }) => {
    const ids = operations.map(({ id }) => id)
    if (!ids.includes(operation)) throw unknownName(`gate: there is no operation ${JSON.stringify(operation)}.`, operation, ids)
    if (!gatePlaces.includes(at)) throw new Misuse(`gate: at is ${JSON.stringify(at)}.`, gatePlaces)
    return openGate(current(), operation, at)
  }
