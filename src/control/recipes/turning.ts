/** Calls control rows for a recipe, on behalf of the tester who triggered it, so that a capsule records the calls like the tester's own. */
import { addressOf } from '../../service/engine/address.ts'
import { parseJson } from '../../service/wire/json.ts'
import { Misuse } from '../../service/wire/misuse.ts'
import type { ControlId } from '../facts.ts'
import type { ControlContext } from '../rows/row.ts'
import { controlUrl, methodOf } from '../rows/url.ts'
import { sentBy } from '../serving/sent-by.ts'
import type { TurnInput } from './recipe.ts'
import type { CallStep } from './step.ts'

/** Throws {@link Misuse} if the row refuses. */
export type Turn = (id: ControlId, input?: TurnInput) => Promise<{ readonly reply: unknown; readonly step: CallStep }>

export function createTurn({ simulator, address, call, frontDoor }: ControlContext): Turn {
  const carrier = frontDoor(simulator)
  const send = sentBy(call, address.base, simulator.worldStore?.around(carrier) ?? carrier)
  const base = addressOf(address.base, address.world, address.environment)
  return async (id, { body: value, ...parts } = {}) => {
    const url = controlUrl(base, id, parts)
    const method = methodOf(id)
    const body = value === undefined ? null : JSON.stringify(value)
    const headers: Record<string, string> = body === null ? {} : { 'content-type': 'application/json' }
    const request = body === null ? new Request(url, { method }) : new Request(url, { method, headers, body })
    const { status, ...response } = await answerOf(await send(request))
    const reply = response.text === '' ? undefined : parseJson(response.text)
    if (status >= 400) throw new Misuse((reply as { readonly detail?: string }).detail ?? `${id} returned ${status}.`, undefined, status)
    const sent = { method, path: url.slice(base.length), headers, body }
    return {
      reply,
      step: { kind: 'control', operation: id, ...sent, as: null, status, reply: response.text, line: null, why: null, isLeft: false },
    }
  }
}

const answerOf = async (response: Response) => ({ status: response.status, text: await response.text() })
