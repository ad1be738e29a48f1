/** A simulator's MSW handlers, for your own MSW server or worker. */
import type { RequestHandler } from 'msw'
import type { Simulator } from '../src/control/create-simulator.ts'
import { frontDoor } from '../src/control/front-door.ts'
import { createHandler } from '../src/hosts/msw.ts'

export type { Changes, Gate, Simulator, SnapshotDocument, SnapshotOptions, WorldKnobs } from '../src/control/create-simulator.ts'
export { type AnyDocument, type AnyName, anyDocument, anyName, Misuse } from '../src/service/wire/misuse.ts'

/** Handler options: the calls to answer, and the world that answers them. */
export interface HandlerOptions {
  /**
   * The origin or origins at which your client calls the service: `https://platform.tt02.altinn.no`. `*`: any origin. Default: the live
   * services' origins (`https://platform.tt02.altinn.no`, `https://platform.altinn.no`, `https://test.maskinporten.no`,
   * `https://maskinporten.no`, the token generator), this machine's (`localhost`, `127.0.0.1`, `[::1]`, any port), and in a browser also
   * the page's origin.
   */
  readonly origin?: string | readonly string[] | undefined
  /** The world for calls whose URL and headers do not specify one. Default: `default`. */
  readonly world?: string | undefined
  /** The environment for calls whose URL does not specify one. The live services' URLs do. Default: `test`. */
  readonly environment?: 'test' | 'production' | undefined
}

/**
 * Answers the service's paths and `/_standin/`. Leaves all other requests to your handlers. Call `simulator.endStreams()` when you close
 * your server or worker: it ends held and delayed calls. Throws {@link Misuse} for an invalid origin or world name.
 */
export const createHandlers = (simulator: Simulator, options: HandlerOptions = {}): RequestHandler[] => [
  createHandler({ ...options, carrier: frontDoor(simulator) }),
]
