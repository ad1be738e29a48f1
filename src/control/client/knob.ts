/** A client for one world that calls the engine in this process. */
import { CallFailed, type Client, createClient, type Identity } from '../../service/areas/client.ts'
import { addressOf } from '../../service/engine/address.ts'
import type { Engine } from '../../service/engine/engine.ts'
import { fetchInside, innerAddress } from '../../service/wire/fetch.ts'
import { getOrStart } from '../../service/wire/when-needed.ts'
import type { EnvironmentName } from '../../service/world/records.ts'
import { type World, WorldGone } from '../../service/world/world.ts'
import type { MakeToken } from '../token/knob.ts'

export interface InnerClientOptions {
  /** Default: `test`. */
  readonly environment?: EnvironmentName | undefined
  /** The base URL used in replies: scheme, host and mount path. */
  readonly base?: string | undefined
  /** Stops waiting for a running clock. */
  readonly signal?: AbortSignal | undefined
  /** Stops making calls once the current world has ended. By default, calls continue in the world that replaces it. */
  readonly onlyThisWorld?: boolean
  /** Wraps each request. A dropped connection becomes an error response. */
  readonly around?: ((request: Request, send: (request: Request) => Promise<Response>) => Promise<Response>) | undefined
  /** Called instead of waiting for one second of world time. */
  readonly wait?: ((seen: string) => Promise<void>) | undefined
}

/** The lifetime of a client's tokens, in seconds. No test advances its clock by more than this. */
const lifetime = 365 * 86_400
/** Milliseconds of world time that pass during one wait. */
const moment = 1000

export function createInnerClient(
  { carry, dependencies: { platform } }: Engine,
  current: () => World,
  mint: MakeToken,
  {
    environment = 'test',
    base = innerAddress,
    signal,
    onlyThisWorld = false,
    around = (request, send) => send(request),
    wait,
  }: InnerClientOptions,
): Client {
  const answer = fetchInside(carry, { base, isOwn: true })
  const tokens = new Map<string, Promise<string>>()
  const world = current()
  return createClient({
    base: addressOf(innerAddress, world.name, environment),
    async send(request) {
      if (onlyThisWorld && world.gone) throw new WorldGone()
      const response = await around(request, answer)
      if (response.type === 'error') throw new CallFailed(`${request.method} ${request.url}: fetch failed.`)
      return response
    },
    token: (as: Identity) =>
      getOrStart(tokens, JSON.stringify(as), () => mint({ ...as, ttl: as.ttl ?? lifetime }).then(({ token }) => token)),
    async wait(seen) {
      if (wait) return wait(seen)
      const { clock } = current()
      if (clock.mode === 'frozen') await clock.advance({ by: moment })
      else await platform.pause(moment / clock.speed, signal)
    },
  })
}
