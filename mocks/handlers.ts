/** MSW handlers of a simulator, for your own MSW server or worker. */
import type { RequestHandler } from 'msw'
import type { Simulator } from '../src/control/create-simulator.ts'
import { frontDoor } from '../src/control/front-door.ts'
import { createHandler } from '../src/hosts/msw.ts'

export type { Changes, Gate, Simulator, SnapshotDocument, SnapshotOptions, WorldKnobs } from '../src/control/create-simulator.ts'
export { type AnyDocument, type AnyName, anyDocument, anyName, Misuse } from '../src/service/wire/misuse.ts'

/** Options of handlers: the calls that they answer, and the world that answers them. */
export interface HandlerOptions {
  /**
   * The origin or origins at which your client calls the service: `https://platform.tt02.altinn.no`. `*`: any origin. Default: the
   * addresses of the live services (`https://platform.tt02.altinn.no`, `https://platform.altinn.no`, `https://test.maskinporten.no`,
   * `https://maskinporten.no`, the token generator), those of this machine (`localhost`, `127.0.0.1`, `[::1]`, any port), and in a browser
   * also the origin of the page.
   */
  readonly origin?: string | readonly string[] | undefined
  /** The world of calls that specify none in their address or headers. Default `default`. */
  readonly world?: string | undefined
  /** The environment of calls whose address specifies none. Addresses of the live services specify theirs. Default `test`. */
  readonly environment?: 'test' | 'production' | undefined
}

/**
 * Answers the paths of the service and `/_standin/`. Leaves all other requests to your handlers. Call `simulator.endStreams()` when you
 * close your server or worker: it ends held and delayed calls. Throws {@link Misuse} for an invalid origin or world name.
 */
export const createHandlers = (simulator: Simulator, options: HandlerOptions = {}): RequestHandler[] => [
  createHandler({ ...options, carrier: frontDoor(simulator) }),
]
