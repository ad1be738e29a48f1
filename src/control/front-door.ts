/** Answers the calls of control rows, and passes all other calls to the service. */

import { type Address, addressIn } from '../service/engine/address.ts'
import type { Call, Carrier } from '../service/wire/call.ts'
import type { Attendant } from './serving/attend.ts'
import type { Simulator } from './simulator.ts'

/** A call of the service costs one look at its address. The control rows are loaded with the first call of one. */
export function frontDoor(simulator: Simulator): Carrier {
  return (call) => {
    if (!call.url.includes('/_standin')) return simulator.carry(call)
    const address = controlAddress(call)
    return address ? attendantAt(address).then((attend) => attend({ simulator, call, address, frontDoor })) : simulator.carry(call)
  }
}

/** The first call of a control row does this too. */
export const loadControls = () => import('./index.ts')

/** The rows that answer while the others load: those take a sixth of a start (`npm run bench:start`). */
export const loadEarlyControls = () => import('./health/rows.ts')

async function attendantAt({ path }: Address): Promise<Attendant> {
  const early = await loadEarlyControls()
  return early.healthRows.some((row) => row.path === path) ? early.attend : (await loadControls()).attend
}

/** Undefined for a call of the service, which also refuses impossible names of worlds. */
function controlAddress(call: Call): Address | undefined {
  const address = addressIn(call)
  return address && (address.path === '/_standin' || address.path.startsWith('/_standin/')) ? address : undefined
}
