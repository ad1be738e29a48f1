/** The client of one world that sends calls into the engine in this process. */
import { CallFailed, type Client, createClient, type Identity } from '../../service/areas/client.ts'
import { addressOf } from '../../service/engine/address.ts'
import type { Engine } from '../../service/engine/engine.ts'
import { fetchInside, innerAddress } from '../../service/wire/fetch.ts'
import { getOrStart } from '../../service/wire/when-needed.ts'
import { WorldGone } from '../../service/world/changes.ts'
import type { EnvironmentName } from '../../service/world/records.ts'
import type { World } from '../../service/world/world.ts'
import type { MakeToken } from '../token/knob.ts'

export interface InnerClientOptions {
  /** Default `test`. */
  readonly environment?: EnvironmentName | undefined
  /** What addresses in replies begin with: scheme, host and mount path. */
  readonly base?: string | undefined
  /** Ends a wait for a running clock. */
  readonly signal?: AbortSignal | undefined
  /** Calls nothing any more once the world of this moment has ended. By default the client goes on in the world that follows. */
  readonly onlyThisWorld?: boolean
  /** Sees each request and its response, which is an error where the connection broke. */
  readonly around?: ((request: Request, send: (request: Request) => Promise<Response>) => Promise<Response>) | undefined
  /** Lets time pass, in place of a second of world time. */
  readonly wait?: ((seen: string) => Promise<void>) | undefined
}

/** Seconds: longer than a clock moves while a client lives. */
const lifetime = 365 * 86_400
/** Milliseconds of world time. */
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
