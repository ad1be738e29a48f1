/** A simulator's settings, which apply to all of its worlds. */
import type { TrustedIssuer } from '../tokens/trust.ts'
import type { DialectName, RateDefinition } from '../wire/vocabulary.ts'
import type { Outbound } from './outgoing.ts'
import type { Platform } from './platform.ts'

/** The speeds at which the service can run its own steps. Source: decisions §8. */
export const paceNames = ['instant', 'fast', 'real'] as const
export type PaceName = (typeof paceNames)[number]

export type ClockMode = 'real' | 'frozen'

/** Source: decisions §2-§10. */
export interface Settings {
  /** Determines the behaviour where the specification and the live services differ. */
  readonly dialect: DialectName
  /** The speed at which the service's own steps run. */
  readonly pace: PaceName
  readonly clock: ClockMode
  /** The clock's start time, in milliseconds since 1970. Absent: now. */
  readonly now?: number | undefined
  /** A whole number. The same seed, clock and calls yield the same bytes. */
  readonly seed: number
  readonly rateLimits: RateDefinition | 'off'
  /** `applies`: daytime messages wait for daytime. If absent, they do so on a frozen clock and at the real pace. */
  readonly sendWindow?: 'applies' | 'open' | undefined
  /** Allows resources that are not in the fixtures. */
  readonly openResources: boolean
  /** Issues Maskinporten tokens to clients that are not registered. */
  readonly openClients: boolean
  /** `reachable`: people and organizations missing from the register still have contact details. */
  readonly unknownRecipients: 'missing' | 'reachable'
  /** The client-supplied addresses that Standin may call. */
  readonly outbound: Outbound
  /** Maximum number of lines per journal ring. */
  readonly journal: number
  readonly journalBodies: boolean
  /** Maximum estimated bytes of all worlds' journals and outboxes together. */
  readonly journalBytes: number
  /** True to give verdicts on the clients in every world. */
  readonly verdicts: boolean
  /** Adds headers to replies that name the journal line and the scenario that applied. */
  readonly callHeaders: boolean
  readonly maxWorlds: number
  /** Real milliseconds after which an unused world is dropped. Absent: never. The default world is never dropped. */
  readonly worldTtl?: number | undefined
  /** Bytes of process memory above which no world is created and no file is accepted. Absent: unlimited. */
  readonly maxMemory?: number | undefined
  /** Maximum bytes of content that all worlds together may store. Absent: unlimited. */
  readonly maxSpool?: number | undefined
  /** The base address for links, if clients reach this simulator at a different address from the one it sees. */
  readonly publicUrl?: string | undefined
  /** Additional trusted issuers. */
  readonly trustIssuers: readonly TrustedIssuer[]
  /** Accepts every well-formed token, regardless of its signature. Only for tests that create their own tokens. */
  readonly trustAnyToken: boolean
  /** The key that every platform call must send as `Ocp-Apim-Subscription-Key`. Absent: it is not checked. */
  readonly requireSubscriptionKey?: string | undefined
  /** The user that the token generator requires, as `name:password`. Absent: anyone may use it. */
  readonly generatorUser?: string | undefined
  /** The private key that signs tokens, as PEM (PKCS #8) or JWK. Absent: a key generated for this process on first use. */
  readonly signingKey?: string | undefined
  /**
   * Origins of web pages that may call over HTTP in addition to its own, such as `http://localhost:5173`. `*` allows all origins, but only
   * for the service: control rows only answer named origins. Default: none.
   */
  readonly cors?: readonly string[] | undefined
  /** The token that control rows require from other machines. Absent: calls from other machines are refused. */
  readonly adminToken?: string | undefined
  /** This server's name. */
  readonly instance?: string | undefined
}

export const defaultSettings: Settings = {
  dialect: 'spec',
  pace: 'fast',
  clock: 'real',
  seed: 1,
  rateLimits: 'current',
  openResources: true,
  openClients: true,
  trustIssuers: [],
  trustAnyToken: false,
  unknownRecipients: 'missing',
  outbound: 'loopback',
  journal: 1000,
  journalBodies: true,
  journalBytes: 64 * 2 ** 20,
  verdicts: false,
  callHeaders: true,
  maxWorlds: 1000,
}

/**
 * The settings that all servers sharing a database must have in common. Otherwise a world would behave differently depending on its server.
 */
export const sharedSettings = [
  'worldTtl',
  'dialect',
  'pace',
  'clock',
  'now',
  'seed',
  'rateLimits',
  'sendWindow',
  'openResources',
  'openClients',
  'unknownRecipients',
  'outbound',
  'maxWorlds',
] as const satisfies readonly (keyof Settings)[]

/** The initial clock for contracts and for scenario proofs. */
export const startOfProofs = { clock: 'frozen', now: Date.parse('2026-06-01T10:00:00Z') } as const satisfies Partial<Settings>

/** Returns why no more memory may be used, or `undefined` if there is enough. */
type MemoryRefusal = () => string | undefined

export function memoryLimit({ memory }: Pick<Platform, 'memory'>, { maxMemory }: Pick<Settings, 'maxMemory'>): MemoryRefusal {
  if (maxMemory === undefined || !memory) return () => undefined
  return () => {
    const used = memory()
    return used <= maxMemory
      ? undefined
      : `Standin uses ${used} bytes of memory; the limit is ${maxMemory} (--max-memory). Drop or reset worlds.`
  }
}
