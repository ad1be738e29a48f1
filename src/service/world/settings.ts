/** The settings of a simulator, which hold for all of its worlds. */
import type { TrustedIssuer } from '../tokens/trust.ts'
import type { DialectName, RateDefinition } from '../wire/vocabulary.ts'
import type { Outbound } from './outgoing.ts'
import type { Platform } from './platform.ts'

/** How fast the service does its own steps. Source: decisions §8. */
export const paceNames = ['instant', 'fast', 'real'] as const
export type PaceName = (typeof paceNames)[number]

export type ClockMode = 'real' | 'frozen'

/** Source: decisions §2-§10. */
export interface Settings {
  /** Which to follow where the specification and the live services disagree. */
  readonly dialect: DialectName
  /** How fast the service works. */
  readonly pace: PaceName
  readonly clock: ClockMode
  /** Where the clock starts, in milliseconds since 1970; absent: now. */
  readonly now?: number | undefined
  /** A whole number. The same seed, clock and calls give the same bytes. */
  readonly seed: number
  readonly rateLimits: RateDefinition | 'off'
  /** Whether daytime messages wait for daytime; absent: they do on a frozen clock and at the real pace. */
  readonly sendWindow?: 'applies' | 'open' | undefined
  /** Whether resources that are not in the fixtures may be used. */
  readonly openResources: boolean
  /** Whether clients that are not registered get tokens of Maskinporten. */
  readonly openClients: boolean
  /** Whether people and organizations that are not in the register have contact details. */
  readonly unknownRecipients: 'missing' | 'reachable'
  /** Which of the addresses that clients gave are called. */
  readonly outbound: Outbound
  /** How many lines each ring of the journal holds. */
  readonly journal: number
  readonly journalBodies: boolean
  /** How many bytes the journals and outboxes of all worlds may hold together, estimated. */
  readonly journalBytes: number
  /** Whether every world is watched for verdicts on its clients. */
  readonly verdicts: boolean
  /** Whether replies name their journal line, and the scenario that applied. */
  readonly callHeaders: boolean
  readonly maxWorlds: number
  /** Real milliseconds after which an unused world is dropped; absent: it stays. The default world always stays. */
  readonly worldTtl?: number | undefined
  /** Bytes of memory of the process above which no world is made and no file is taken; absent: no limit. */
  readonly maxMemory?: number | undefined
  /** Bytes of content that all worlds together may store; absent: no limit. */
  readonly maxSpool?: number | undefined
  /** The address in links, where clients reach this simulator by another address than it sees. */
  readonly publicUrl?: string | undefined
  /** Other issuers, which Standin trusts too. */
  readonly trustIssuers: readonly TrustedIssuer[]
  /** Whether every well-formed token is good, no matter who signed it. Only for tests that make their own tokens. */
  readonly trustAnyToken: boolean
  /** The key that each call of the platform must send as `Ocp-Apim-Subscription-Key`; absent: any, or none. */
  readonly requireSubscriptionKey?: string | undefined
  /** `name:password` of the user that the token generator demands; absent: anyone may use it. */
  readonly generatorUser?: string | undefined
  /** The private key that signs tokens, as PEM (PKCS #8) or as a JWK; absent: one that is made for this process on first use. */
  readonly signingKey?: string | undefined
  /**
   * The origins of web pages that may call over HTTP, besides the own origin: `http://localhost:5173`. `*` stands for all of them, and
   * opens the service alone: control rows answer only pages of an origin that is named. Default: none.
   */
  readonly cors?: readonly string[] | undefined
  /** The token that control rows demand of calls from other machines; absent: such calls are refused. */
  readonly adminToken?: string | undefined
  /** The name of this server. */
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
 * The settings that servers of one database must have in common: with others, the same world would answer in another way, depending on the
 * server that has it.
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

/** Where every contract and every proof of a scenario begins. */
export const startOfProofs = { clock: 'frozen', now: Date.parse('2026-06-01T10:00:00Z') } as const satisfies Partial<Settings>

/** Says why nothing more is taken from clients; undefined while there is room. */
type MemoryRefusal = () => string | undefined

export function memoryLimit({ memory }: Pick<Platform, 'memory'>, { maxMemory }: Pick<Settings, 'maxMemory'>): MemoryRefusal {
  if (maxMemory === undefined || !memory) return () => undefined
  return () => {
    const used = memory()
    return used <= maxMemory
      ? undefined
      : `Standin uses ${used} bytes of memory, and ${maxMemory} are allowed (--max-memory). Drop worlds, or reset them.`
  }
}
