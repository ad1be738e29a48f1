/** Answers calls to control rows and passes all other calls to the service. */

import { type Address, addressIn } from '../service/engine/address.ts'
import type { Call, Carrier } from '../service/wire/call.ts'
import type { Attendant } from './serving/attend.ts'
import type { Simulator } from './simulator.ts'

/** The only cost for calls to the service is checking the URL. Control rows are loaded on the first call to a control row. */
export function frontDoor(simulator: Simulator): Carrier {
  return (call) => {
    if (!call.url.includes('/_standin')) return simulator.carry(call)
    const address = controlAddress(call)
    return address ? attendantAt(address).then((attend) => attend({ simulator, call, address, frontDoor })) : simulator.carry(call)
  }
}

/** Loads the control rows, as the first call to a control row would. */
export const loadControls = () => import('./index.ts')

/** Loads the rows that can answer while the other rows load, which takes a sixth of the startup time (`npm run bench:start`). */
export const loadEarlyControls = () => import('./health/rows.ts')

async function attendantAt({ path }: Address): Promise<Attendant> {
  const early = await loadEarlyControls()
  return early.healthRows.some((row) => row.path === path) ? early.attend : (await loadControls()).attend
}

/** Returns undefined for a call to the service, which also refuses invalid world names. */
function controlAddress(call: Call): Address | undefined {
  const address = addressIn(call)
  return address && (address.path === '/_standin' || address.path.startsWith('/_standin/')) ? address : undefined
}
