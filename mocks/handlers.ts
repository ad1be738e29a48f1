/** MSW handlers of a simulator, for a server or worker of your own. */
import type { RequestHandler } from 'msw'
import { frontDoor } from '../src/control/front-door.ts'
import { createHandler } from '../src/hosts/msw.ts'
import type { Simulator } from '../src/simulator.ts'

export interface HandlerOptions {
  /** The origin under which your client expects the service (`https://platform.tt02.altinn.no`); absent: any origin. */
  readonly origin?: string | undefined
}

/** One handler, which answers the service's paths and `/_standin/`, and leaves every other request to you. */
export const createHandlers = (simulator: Simulator, { origin }: HandlerOptions = {}): RequestHandler[] => [
  createHandler({ carrier: frontDoor(simulator), origin }),
]
