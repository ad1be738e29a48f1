/** Prepares a world so that an operation's example can be run. */

import type { SimulatorOptions } from '../../src/control/create-simulator.ts'
import { exampleCall } from '../../src/control/proving/proof-call.ts'
import { type OperationId, operationsById } from '../../src/service/areas/index.ts'
import { anyName } from '../../src/service/wire/misuse.ts'
import type { Provocation } from '../../tools/provocations.ts'
import { standin } from './standin.ts'

type Start = Pick<Provocation, 'given' | 'environment'>

export async function prepared(id: OperationId, { given, environment }: Start = {}, options: Partial<SimulatorOptions> = {}) {
  const row = operationsById.get(id)
  const here = standin({ ...(row?.dialect && { dialect: row.dialect }), ...options })
  const client = here.clientOf(environment === 'production' ? '/production' : '')
  const example = row?.example.given
  const { state, params } = given ?? { state: example, params: undefined }
  const values = state === undefined ? {} : { ...(await here.simulator.givens.arrange(anyName(state), params)) }

  /** Makes the example's call. `over`: overrides input members; an object as body is merged into the example's body. */
  const call = (over: object = {}) => {
    const made = exampleCall(id, values)
    // The token remains valid if a scenario shifts the clock.
    const as = made.as && { ...made.as, ttl: 1800 }
    const merged = { ...made, as, ...over }
    const { body } = over as { body?: unknown }
    if (isPlain(body) && isPlain(made.body)) Object.assign(merged, { body: { ...made.body, ...body } })
    return client.call(id, merged)
  }
  const line = () => here.simulator.world.journal.calls.list().findLast(({ operation }) => operation === id)
  return { ...here, client, values, call, line }
}

const isPlain = (body: unknown): body is object =>
  typeof body === 'object' && body !== null && Object.getPrototypeOf(body) === Object.prototype
