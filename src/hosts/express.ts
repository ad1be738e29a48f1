/** The service as an Express router, which can be mounted under any path. */

import type { Simulator, SimulatorOptions } from '../control/create-simulator.ts'
import { frontDoor } from '../control/front-door.ts'
import { openTo } from './express/cors.ts'
import { type ExpressHandler, expressHost } from './express/host.ts'
import { createSimulator, withPage } from './on-node.ts'

/** Express middleware and its simulator. */
export interface StandinRouter extends ExpressHandler {
  /** Call `simulator.close()` after your server has closed. */
  readonly simulator: Simulator
}

/**
 * Returns a router with the service and `/_standin/` for your own Express 5 app: `app.use('/service', standinRouter())`. Takes a simulator,
 * or the options for a new simulator. The router answers every path below its mount path; URLs in replies begin with the base URL that the
 * client called. Mount the router before body parsers: a call whose body has already been read gets a 500 with an explanation.
 */
export function standinRouter(simulatorOrOptions: Simulator | Partial<SimulatorOptions> = {}): StandinRouter {
  const simulator = 'carry' in simulatorOrOptions ? simulatorOrOptions : createSimulator(simulatorOrOptions)
  const { cors = [] } = simulator.settings
  const handler = expressHost(withPage(simulator, frontDoor(simulator)))
  return Object.assign(cors.length === 0 ? handler : openTo(cors, handler), { simulator })
}
