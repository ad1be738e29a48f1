/** Sets up provider states through Standin, or by making the calls that a user would make. */
import { randomUUID } from 'node:crypto'
import { setTimeout as pauseFor } from 'node:timers/promises'
import { type ControlClient, type ControlInput, ControlRefused, type ControlRequest, createControlClient } from '../../../control/client.ts'
import { fetchBounded, messageOf } from '../../../real/bodies.ts'
import { createClient, type Identity } from '../../../service/areas/client.ts'
import { arrange, type GivenValues, givens } from '../../../service/failures/givens.ts'
import { readClaims } from '../../../service/tokens/read-token.ts'
import { Misuse } from '../../../service/wire/misuse.ts'
import { type DialectName, dialectNames } from '../../../service/wire/vocabulary.ts'
import { getOrStart } from '../../../service/wire/when-needed.ts'

export interface StandinOptions {
  /** Standin's URL, including the world. */
  readonly url: string
  readonly adminToken?: string | undefined
  /** The world's dialect during verification. Default: unchanged. */
  readonly dialect?: DialectName | undefined
  /** Timeout for a call in milliseconds. */
  readonly deadline: number
}

export interface ProviderStates {
  readonly dialect: DialectName
  /** Path for messages. `undefined` if messages cannot be verified. */
  readonly messages: string | undefined
  /** Returns why a state cannot be set up, or `undefined` if it is worth trying. */
  whyNot(state: string): string | undefined
  /** Prepares the next interaction. */
  begin(): Promise<void>
  /** Returns the state's values. Rejects with the reason if the state cannot be set up, or if the signal is aborted. */
  setUp(state: string, params: unknown, signal: AbortSignal): Promise<GivenValues>
  tearDown(state: string): Promise<void>
  /** Time limit for a state's command in milliseconds. `undefined` for a state without a command. */
  within?(state: string): number | undefined
}

/** Thrown if the service under verification cannot be reached. */
export class ProviderFailed extends Error {
  override readonly name = 'ProviderFailed'
}

/**
 * Sets up states in a running Standin. Rejects with {@link Misuse} if the server at `url` is not Standin, and with {@link ProviderFailed}
 * if no server responds.
 */
export async function statesOfStandin({ url, adminToken, dialect, deadline }: StandinOptions): Promise<ProviderStates> {
  await demandStandin(url, deadline)
  const send = (address: string, request: ControlRequest) =>
    fetchBounded(address, { ...request, signal: request.signal ?? firstCalls(deadline) })
  const { call } = createControlClient({ base: url, adminToken, send })
  const spoken = await spokenBy(call).catch((thrown: unknown) => {
    if (thrown instanceof ControlRefused && thrown.isMisuse) throw new Misuse(thrown.message)
    throw thrown instanceof ControlRefused ? new Misuse(`The server at ${url} is not Standin: ${thrown.message}`) : thrown
  })
  if (!dialectNames.includes(spoken)) throw new Misuse(`The server at ${url} is not Standin: its reply contains no dialect.`)
  return {
    dialect: dialect ?? spoken,
    messages: '/_standin/messages',
    whyNot: () => undefined,
    async begin() {
      // The previous teardown restored the original dialect.
      if (dialect !== undefined && dialect !== spoken) await call('control.useDialect', { body: { dialect } })
    },
    setUp: (state, params, signal) =>
      call('control.arrangeProviderState', { body: { state, params: params as Params, action: 'setup' }, signal }).catch((thrown) => {
        throw signal.aborted ? new Error(`Given "${state}" was not ready in time.`) : thrown
      }),
    async tearDown(state) {
      await call('control.arrangeProviderState', { body: { state, action: 'teardown' } })
    },
  }
}

type Params = ControlInput<'control.arrangeProviderState'>['body']['params']

/** Returns the world's dialect. A world that does not exist yet will use the server's default dialect. */
async function spokenBy(call: ControlClient['call']): Promise<DialectName> {
  try {
    return (await call('control.showDialect')).dialect
  } catch (thrown) {
    if (thrown instanceof ControlRefused && thrown.status === 404) return (await call('control.version')).dialect as DialectName
    throw thrown
  }
}

async function demandStandin(url: string, deadline: number): Promise<void> {
  if ((await statusAt(url, '/_standin/health', deadline)) === 404) throw new Misuse(`The server at ${url} is not Standin.`)
}

/** Allows at least 10 seconds, because a service's first call might be slow. `deadline`: milliseconds. */
const firstCalls = (deadline: number) => AbortSignal.timeout(Math.max(deadline, 10_000))

async function statusAt(url: string, path: string, deadline: number): Promise<number> {
  const reply = await fetchBounded(url + path, { signal: firstCalls(deadline) }).catch((thrown: unknown) => {
    throw new ProviderFailed(`Cannot connect to ${url}: ${messageOf(thrown)}.`)
  })
  await reply.body?.cancel()
  return reply.status
}

export interface OtherOptions {
  /** The service's base URL. */
  readonly url: string
  /** Returns a token for a caller, unless the signal is aborted. */
  token(as: Identity, signal: AbortSignal): Promise<string>
  readonly dialect?: DialectName | undefined
  /** Headers for each call that sets up a state. */
  readonly headers?: Readonly<Record<string, string>>
}

const givenOf = (state: string) => givens.find(({ sentence }) => sentence === state)

/** Orders from earlier runs still exist, so each state needs a new idempotencyId. */
const newIn = (state: string) => ('idempotencyId' in (givenOf(state)?.params.shape ?? {}) ? { idempotencyId: randomUUID() } : {})

/** Interval for polling a pending state, in milliseconds. */
const pause = 1000

interface HeldToken {
  readonly token: string
  readonly until: number
}

/** Milliseconds: safety margin before a token expires, and assumed lifetime of a token without an expiry. */
const [beforeItsEnd, withoutEnd] = [30_000, 60_000]

/** Uses the token's lifetime instead of its expiry time, because the other server's clock can differ. */
function heldToken(token: string): HeldToken {
  const { exp, iat, nbf } = Object(readClaims(token)) as Readonly<Record<string, unknown>>
  const life = Number(exp) - Number(iat ?? nbf)
  return { token, until: Date.now() + (Number.isFinite(life) ? life * 1000 - beforeItsEnd : withoutEnd) }
}

/** Returns why a state cannot be set up by calls, or `undefined` if it can. */
export const noCallBrings = (state: string): string | undefined =>
  givenOf(state)?.usesKnobs ? `calls cannot set up ${JSON.stringify(state)}` : undefined

/** Rejects with {@link ProviderFailed} if no server responds at `url`. */
export const demandAnswer = (url: string, deadline: number): Promise<unknown> => statusAt(url, '/', deadline)

/** Sets up states in any implementation of the service, using only calls. */
export function statesByCalls({ url, token, dialect = 'spec', headers = {} }: OtherOptions): ProviderStates {
  const tokens = new Map<string, Promise<HeldToken>>()

  async function tokenFor(as: Identity, signal: AbortSignal): Promise<string> {
    const key = JSON.stringify(as)
    const known = await tokens.get(key)
    if (known && known.until <= Date.now()) tokens.delete(key)
    return (await getOrStart(tokens, key, async () => heldToken(await token(as, signal)))).token
  }

  async function setUp(state: string, params: object | undefined, signal: AbortSignal): Promise<GivenValues> {
    let last: string | undefined
    const client = createClient({
      base: url,
      send(request) {
        for (const [name, value] of Object.entries(headers)) request.headers.set(name, value)
        return fetchBounded(request, { signal })
      },
      token: (as) => tokenFor(as, signal),
      wait(seen) {
        last = seen
        return pauseFor(pause, undefined, { signal })
      },
    })
    try {
      return await arrange(client, state, { ...newIn(state), ...params })
    } catch (thrown) {
      if (thrown instanceof Misuse) throw thrown
      const why = signal.aborted ? ['It was not ready in time.', ...(last ? [last] : [])].join(' ') : messageOf(thrown)
      throw new Error(`Given "${state}" cannot be set up here. ${why}`)
    }
  }

  return {
    dialect,
    messages: undefined,
    whyNot: noCallBrings,
    async begin() {},
    setUp: async (state, params, signal) => (state === '' ? {} : setUp(state, params as object | undefined, signal)),
    async tearDown() {},
  }
}
