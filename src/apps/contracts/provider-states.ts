/** Arranges the states of a provider: through Standin, or by the calls that a user would make. */
import { randomUUID } from 'node:crypto'
import { setTimeout as pauseFor } from 'node:timers/promises'
import { type ControlClient, type ControlInput, ControlRefused, type ControlRequest, createControlClient } from '../../control/client.ts'
import { fetchBounded, messageOf } from '../../real/bodies.ts'
import { createClient, type Identity } from '../../service/areas/client.ts'
import { arrange, type GivenValues, givens } from '../../service/failures/givens.ts'
import { readClaims } from '../../service/tokens/read-token.ts'
import { Misuse } from '../../service/wire/misuse.ts'
import { type DialectName, dialectNames } from '../../service/wire/vocabulary.ts'
import { getOrStart } from '../../service/wire/when-needed.ts'

export interface StandinOptions {
  /** The address of Standin, with the world. */
  readonly url: string
  readonly adminToken?: string | undefined
  /** The dialect of the world while it is verified. Default: the one that it speaks. */
  readonly dialect?: DialectName | undefined
  /** How long a call may take. Milliseconds. */
  readonly deadline: number
}

export interface ProviderStates {
  readonly dialect: DialectName
  /** Where it answers for messages; undefined: nowhere. */
  readonly messages: string | undefined
  /** Why a state cannot be arranged; undefined when that can be tried. */
  whyNot(state: string): string | undefined
  /** Prepares for the next interaction. */
  begin(): Promise<void>
  /** Returns the values of the state. Rejects with the reason when it cannot be arranged, and when the signal ends the attempt. */
  setUp(state: string, params: unknown, signal: AbortSignal): Promise<GivenValues>
  tearDown(state: string): Promise<void>
  /** Milliseconds that the command of a state may take; undefined for a state without one. */
  within?(state: string): number | undefined
}

/** The service that is to be verified cannot be reached. */
export class ProviderFailed extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'ProviderFailed'
  }
}

/**
 * Arranges states in a running Standin. Throws {@link Misuse} if another server is at `url`, and {@link ProviderFailed} if there is none.
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
  if (!dialectNames.includes(spoken)) throw new Misuse(`The server at ${url} is not Standin: it names no dialect.`)
  return {
    dialect: dialect ?? spoken,
    messages: '/_standin/messages',
    whyNot: () => undefined,
    async begin() {
      // The teardown before brought the first dialect back.
      if (dialect !== undefined && dialect !== spoken) await call('control.useDialect', { body: { dialect } })
    },
    setUp: (state, params, signal) =>
      call('control.arrangeProviderState', { body: { state, params: params as Params, action: 'setup' }, signal }).catch((thrown) => {
        throw signal.aborted ? new Error(`Given "${state}" did not come about in time.`) : thrown
      }),
    async tearDown(state) {
      await call('control.arrangeProviderState', { body: { state, action: 'teardown' } })
    },
  }
}

type Params = ControlInput<'control.arrangeProviderState'>['body']['params']

/** A world that does not exist yet speaks the dialect of all. */
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

/** A service may be slow to answer its first call, so that a short time for states does not count. Milliseconds. */
const firstCalls = (deadline: number) => AbortSignal.timeout(Math.max(deadline, 10_000))

async function statusAt(url: string, path: string, deadline: number): Promise<number> {
  const reply = await fetchBounded(url + path, { signal: firstCalls(deadline) }).catch((thrown: unknown) => {
    throw new ProviderFailed(`Nothing answers at ${url}: ${messageOf(thrown)}.`)
  })
  await reply.body?.cancel()
  return reply.status
}

export interface OtherOptions {
  /** The base address of the service. */
  readonly url: string
  /** A token for a caller. The signal ends the attempt. */
  token(as: Identity, signal: AbortSignal): Promise<string>
  readonly dialect?: DialectName | undefined
  /** Sent with each call that arranges a state. */
  readonly headers?: Readonly<Record<string, string>>
}

const givenOf = (state: string) => givens.find(({ sentence }) => sentence === state)

/** The orders of earlier runs stay, so that each state needs an order of its own. */
const newIn = (state: string) => ('idempotencyId' in (givenOf(state)?.params.shape ?? {}) ? { idempotencyId: randomUUID() } : {})

/** Milliseconds between two looks at a state that takes time. */
const pause = 1000

interface HeldToken {
  readonly token: string
  readonly until: number
}

/** Milliseconds: a token is used no later than that before its end, and no longer where it does not say when it ends. */
const [beforeItsEnd, withoutEnd] = [30_000, 60_000]

/** By how long it lives, because the clock of another Standin may show another time. */
function heldToken(token: string): HeldToken {
  const { exp, iat, nbf } = Object(readClaims(token)) as Readonly<Record<string, unknown>>
  const life = Number(exp) - Number(iat ?? nbf)
  return { token, until: Date.now() + (Number.isFinite(life) ? life * 1000 - beforeItsEnd : withoutEnd) }
}

/** Why no call of a user brings a state about; undefined: calls can. */
export const noCallBrings = (state: string): string | undefined =>
  givenOf(state)?.usesKnobs ? `no call brings about ${JSON.stringify(state)}` : undefined

/** Throws {@link ProviderFailed} if nothing answers there. */
export const demandAnswer = (url: string, deadline: number): Promise<unknown> => statusAt(url, '/', deadline)

/** Arranges states in any implementation of the service, by calls alone. */
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
      const why = signal.aborted ? ['It did not come about in time.', ...(last ? [last] : [])].join(' ') : messageOf(thrown)
      throw new Error(`Given "${state}" cannot be arranged here. ${why}`)
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
