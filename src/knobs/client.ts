/** The client of one world whose calls are walked in this process. */
import { CallFailed, type Client, createClient, type Identity } from '../client.ts'
import type { Engine } from '../engine/engine.ts'
import type { EnvironmentName } from '../state/agenda.ts'
import type { World } from '../state/world.ts'
import { getOrCreate } from '../wire/get-or-create.ts'
import { createFetchHandler } from '../wire/http/fetch.ts'
import type { MakeToken } from './token.ts'

export interface InnerClientOptions {
  /** Default `test`. */
  readonly environment?: EnvironmentName | undefined
  /** Scheme and host with which addresses in replies begin. */
  readonly origin?: string | undefined
  /** Ends the waiting for a running clock. */
  readonly signal?: AbortSignal | undefined
}

/** Seconds; longer than anybody's clock is moved while a client lives. */
const lifetime = 365 * 86_400
/** Milliseconds of world time. */
const moment = 1000

export function createInnerClient(
  { carry, dependencies: { platform } }: Engine,
  current: () => World,
  mint: MakeToken,
  { environment = 'test', origin = 'http://standin.test', signal }: InnerClientOptions,
): Client {
  const answer = createFetchHandler(carry)
  const tokens = new Map<string, Promise<string>>()
  const { name } = current()
  return createClient({
    base: `${origin}${name === 'default' ? '' : `/worlds/${name}`}${environment === 'production' ? '/production' : ''}`,
    async send(request) {
      const response = await answer(request)
      if (response.type === 'error') throw new CallFailed(`${request.method} ${request.url}: fetch failed.`)
      return response
    },
    token: (as: Identity) =>
      getOrCreate(tokens, JSON.stringify(as), () => mint({ ...as, ttl: as.ttl ?? lifetime }).then(({ token }) => token)),
    async wait() {
      const { clock } = current()
      if (clock.mode === 'frozen') await clock.advance({ by: moment })
      else await platform.pause(moment / clock.speed, signal)
    },
  })
}
