/** MSW handlers of a simulator, for your own MSW server or worker. */
import type { RequestHandler } from 'msw'
import { frontDoor } from '../src/control/front-door.ts'
import { createHandler } from '../src/hosts/msw.ts'
import type { Simulator } from '../src/simulator.ts'

export interface HandlerOptions {
  /** The origin at which your client calls the service (`https://platform.tt02.altinn.no`). Default: any origin. */
  readonly origin?: string | undefined
}

/** Answers the paths of the service and `/_standin/`. Leaves all other requests to your handlers. */
export const createHandlers = (simulator: Simulator, { origin }: HandlerOptions = {}): RequestHandler[] => [
  createHandler({ carrier: frontDoor(simulator), origin }),
]
