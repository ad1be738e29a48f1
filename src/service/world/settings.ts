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
  /** Selects the behaviour where the specification and the live services differ. */
  readonly dialect: DialectName
  readonly pace: PaceName
  readonly clock: ClockMode
  /** The clock's start time in milliseconds since 1970. Default: now. */
  readonly now?: number | undefined
  /** An integer. The same seed, clock and calls produce the same bytes. */
  readonly seed: number
  readonly rateLimits: RateDefinition | 'off'
  /** `applies`: messages with a daytime policy wait for daytime. Default: they wait only if the clock is frozen or the pace is `real`. */
  readonly sendWindow?: 'applies' | 'open' | undefined
  /** Allows resources that are not in the fixtures. */
  readonly openResources: boolean
  /** Issues Maskinporten tokens to clients that are not registered. */
  readonly openClients: boolean
  /** `reachable`: people and organizations that are not in the register still have contact details. */
  readonly unknownRecipients: 'missing' | 'reachable'
  /** The client-supplied URLs that Standin may call. */
  readonly outbound: Outbound
  /** Maximum number of lines per journal ring. */
  readonly journal: number
  readonly journalBodies: boolean
  /** Maximum estimated size of all worlds' journals and outboxes together, in bytes. */
  readonly journalBytes: number
  /** Enables verdicts on clients in every world. */
  readonly verdicts: boolean
  /** Adds reply headers that name the journal line and the scenario that applied. */
  readonly callHeaders: boolean
  readonly maxWorlds: number
  /** Unused worlds are dropped after this many real milliseconds. Default: never. The default world is never dropped. */
  readonly worldTtl?: number | undefined
  /** Process memory in bytes above which no worlds are created and no files are accepted. Default: unlimited. */
  readonly maxMemory?: number | undefined
  /** Maximum size of all worlds' stored content together, in bytes. Default: unlimited. */
  readonly maxSpool?: number | undefined
  /** The base URL for links, if clients use a different URL from the one that this simulator sees. */
  readonly publicUrl?: string | undefined
  readonly trustIssuers: readonly TrustedIssuer[]
  /** Accepts every well-formed token without checking its signature. Only for tests that create their own tokens. */
  readonly trustAnyToken: boolean
  /** The key that every call to the platform must send as `Ocp-Apim-Subscription-Key`. If absent, no key is checked. */
  readonly requireSubscriptionKey?: string | undefined
  /** The user that the token generator requires, as `name:password`. If absent, anyone may use the generator. */
  readonly generatorUser?: string | undefined
  /** The private key for signing tokens, as PEM (PKCS #8) or JWK. Default: a key that this process generates on first use. */
  readonly signingKey?: string | undefined
  /**
   * Origins of web pages, besides Standin's own, that may call over HTTP, such as `http://localhost:5173`. `*` allows all origins, but only
   * for the service: control rows answer only origins that are listed. Default: none.
   */
  readonly cors?: readonly string[] | undefined
  /** The token that control rows require from other machines. If absent, calls from other machines are refused. */
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
 * Settings that must be the same on all servers that share a database, because a world would otherwise behave differently on each server.
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

/** The clock at the start of contracts and scenario proofs. */
export const startOfProofs = { clock: 'frozen', now: Date.parse('2026-06-01T10:00:00Z') } as const satisfies Partial<Settings>

/** Returns the reason to refuse additional memory, or `undefined` if there is enough. */
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
