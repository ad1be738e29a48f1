/** Turns knobs for a recipe, by calls of control rows as the caller of the recipe: a capsule records them as it records those of a tester. */
import { addressOf } from '../../engine/address.ts'
import { Misuse } from '../../misuse.ts'
import { type CallableId, type ControlInput, ControlRefused, type ControlReply, createControlClient } from '../rows/client.ts'
import type { ControlContext } from '../rows/row.ts'
import { sentBy } from '../serving/sent-by.ts'
import type { CallStep } from './step.ts'

export interface Turned<Id extends CallableId> {
  readonly reply: ControlReply<Id>
  readonly step: CallStep
}

/** Throws {@link Misuse} when a row refuses. */
export type Turn = <Id extends CallableId>(id: Id, input: ControlInput<Id>) => Promise<Turned<Id>>

export function createTurn({ simulator, address, call, frontDoor }: ControlContext): Turn {
  const carrier = frontDoor(simulator)
  const send = sentBy(call, address.base, simulator.keeping?.around(carrier) ?? carrier)
  const base = addressOf(address.base, address.world, address.environment)
  return async (id, input) => {
    let step: CallStep | undefined
    const client = createControlClient({
      base,
      async send(url, { method, headers, body = null }) {
        const response = await send(new Request(url, { method, headers, body: body as string | null }))
        const { status } = response
        const path = url.slice(base.length)
        const sent = { method, path, headers, body: typeof body === 'string' ? body : null }
        step = {
          kind: 'control',
          operation: id,
          ...sent,
          as: null,
          status,
          reply: await response.clone().text(),
          line: null,
          why: null,
          isLeft: false,
        }
        return response
      },
    })
    try {
      const reply = await (client.call as (id: CallableId, input: unknown) => Promise<unknown>)(id, input)
      return { reply: reply as never, step: step as CallStep }
    } catch (thrown) {
      if (thrown instanceof ControlRefused) throw new Misuse(thrown.message, undefined, thrown.status)
      throw thrown
    }
  }
}
