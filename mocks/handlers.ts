/** A simulator's MSW handlers, for your own MSW server or worker. */
import type { RequestHandler } from 'msw'
import type { Simulator } from '../src/control/create-simulator.ts'
import { frontDoor } from '../src/control/front-door.ts'
import { createHandler } from '../src/hosts/msw.ts'

export type { Changes, Gate, Simulator, SnapshotDocument, SnapshotOptions, WorldKnobs } from '../src/control/create-simulator.ts'
export { type AnyDocument, type AnyName, anyDocument, anyName, Misuse } from '../src/service/wire/misuse.ts'

/** Options for the handlers: the origins to answer, and the default world and environment. */
export interface HandlerOptions {
  /**
   * The origin or origins that your client calls, such as `https://platform.tt02.altinn.no`, or `*` for any origin. Default: the live
   * services (`https://platform.tt02.altinn.no`, `https://platform.altinn.no`, `https://test.maskinporten.no`, `https://maskinporten.no`,
   * the token generator), this machine (`localhost`, `127.0.0.1`, `[::1]`, any port), and in a browser also the page's origin.
   */
  readonly origin?: string | readonly string[] | undefined
  /** The world for calls whose URL and headers do not specify one. Default: `default`. */
  readonly world?: string | undefined
  /** The environment for calls whose URL does not specify one. The live services' URLs do. Default: `test`. */
  readonly environment?: 'test' | 'production' | undefined
}

/**
 * Returns handlers for the service's paths and `/_standin/`. All other requests are left to your own handlers. When you close your server
 * or worker, call `simulator.endStreams()` to end held and delayed calls. Throws {@link Misuse} for an invalid origin or world name.
 */
export const createHandlers = (simulator: Simulator, options: HandlerOptions = {}): RequestHandler[] => [
  createHandler({ ...options, carrier: frontDoor(simulator) }),
]
