/** Terms used by rows and areas: dialects, scopes, rate limits, internal services, live hosts, and the properties of an area. */
import type { ProblemMember, RefusalForm } from './refusal.ts'

export const dialectNames = ['spec', 'live'] as const
export type DialectName = (typeof dialectNames)[number]

export const rateLimits = {
  'fileTransfer.initialize': { current: 120, earlier: 120 },
  'fileTransfer.upload': { current: 120, earlier: 120 },
  'fileTransfer.initializeAndUpload': { current: 120, earlier: 120 },
  'fileTransfer.overview': { current: 120, earlier: 120 },
  'fileTransfer.details': { current: 30, earlier: 10 },
  'fileTransfer.search': { current: 30, earlier: 10 },
  'fileTransfer.download': { current: 120, earlier: 120 },
  'fileTransfer.confirmDownload': { current: 120, earlier: 120 },
} as const satisfies Record<string, Readonly<Record<RateDefinition, number>>>

export type RateDefinition = 'current' | 'earlier'
export type LimitName = keyof typeof rateLimits
export type RateTable = Readonly<Record<LimitName, Readonly<Record<RateDefinition, number>>>>

/** The length, in seconds, of the sliding window that all rate limits use. */
export const windowSeconds = 60

export const scopes = {
  createNotifications: 'altinn:serviceowner/notifications.create',
  createComposedEmails: 'altinn:serviceowner/notifications.composedemail.create',
  supportNotifications: 'altinn:notifications.support.admin',
  brokerRead: 'altinn:broker.read',
  brokerWrite: 'altinn:broker.write',
  serviceOwner: 'altinn:serviceowner',
  eventsSubscribe: 'altinn:events.subscribe',
  eventsPublish: 'altinn:events.publish',
  /** Together with `eventsPublish`, allows events about any resource. */
  eventsPublishAdmin: 'altinn:events.publish.admin',
} as const

/** The scope in the token that the service sends to condition endpoints. Source: notifications §10.3. */
export const conditionScope = 'altinn:system/notifications.condition.check'

/**
 * The callers allowed on a row: anyone, anyone with a token, anyone with a token that has one of these scopes, or this Standin's
 * administrator.
 */
export type Access =
  | { readonly kind: 'anyone' }
  | { readonly kind: 'token' }
  | { readonly kind: 'scope'; readonly anyOf: readonly string[] }
  | { readonly kind: 'admin' }

export const anyone: Access = { kind: 'anyone' }
export const token: Access = { kind: 'token' }
export const admin: Access = { kind: 'admin' }
export const scope = (...anyOf: readonly string[]): Access => ({ kind: 'scope', anyOf })

/** Returns the scope that a 403 reports as missing. */
export const missingScope = (access: Access): string => (access.kind === 'scope' ? access.anyOf.join(' or ') : '')

/** Internal services. A scenario can make any of them unavailable. */
export const services = [
  'register',
  'names',
  'authorization',
  'resource-registry',
  'sms',
  'email',
  'storage',
  'scanner',
  'events',
  'database',
] as const

export type Service = (typeof services)[number]

/** Kinds of outages: no connection, a 500 response, or no response. Source: decisions §13. */
export const manners = ['unreachable', 'failing', 'hanging'] as const
export type Manner = (typeof manners)[number]

/** Describes an outage for use in a reason. */
export const mannerTexts: Readonly<Record<Manner, string>> = {
  unreachable: 'cannot be reached',
  failing: 'returns 500',
  hanging: 'is not responding',
}

/** Data that the service caches, so changes to the data might take effect late. Source: decisions §14. */
export const caches = ['contacts', 'subscriptions'] as const
export type Cached = (typeof caches)[number]

/** A world remembers the state before a change for this many milliseconds of world time. */
export const longestLateness = 3_600_000

/**
 * Decisions made by circumstances: a scan's result, whether a person is reserved, a message's outcome, an event's delivery, whether the
 * signing keys are rotated, how late changes become visible, the result of a call to a client's URL, the order of histories, and the
 * outcome of concurrent calls.
 */
export type Question = 'scan' | 'identification' | 'outcome' | 'delivery' | 'keys' | 'receiver' | 'histories' | 'collision' | Cached

/** The live hosts for each environment. Source: authentication §0, §4. */
export const liveBases = {
  test: {
    platform: 'https://platform.tt02.altinn.no',
    maskinporten: 'https://test.maskinporten.no',
    generator: 'https://altinn-testtools-token-generator.azurewebsites.net',
  },
  production: { platform: 'https://platform.altinn.no', maskinporten: 'https://maskinporten.no' },
} as const

export type LiveEnvironment = keyof typeof liveBases

export const liveHosts: ReadonlyMap<string, LiveEnvironment> = new Map(
  Object.entries(liveBases).flatMap(([environment, bases]) =>
    Object.values(bases).map((base) => [new URL(base).hostname, environment as LiveEnvironment]),
  ),
)

export interface Area {
  /** The prefixes of a row's path, with the canonical prefix first. */
  readonly prefixes: readonly [string, ...string[]]
  /** The first segment of all paths that the area answers, including paths without a row. Source: file-transfer §7.4. */
  readonly unknownBelow?: string
  /** The way that owners are compared: by organization, or only by code. */
  readonly owner: 'organization' | 'code'
  /**
   * Other sources for the caller's identity: a cookie that takes precedence over the Authorization header and, in some areas, the header
   * that platform applications send. Such an area ignores Maskinporten tokens. If absent, only the Authorization header counts.
   */
  readonly identity?: { readonly cookie: string; readonly platform?: string }
  /** The body reader, which also determines the messages about unreadable bodies (`areas/index.ts`). */
  readonly reader: 'notifications' | 'fileTransfer' | 'events' | 'plain'
  /** The content types allowed for a JSON body, and when they are checked: during routing or while the body is read. */
  readonly json: { readonly types: RegExp; readonly checkedWhen: 'routing' | 'reading' }
  /** JSON indentation in spaces. */
  readonly indent: number
  /** Headers in every answer, including refusals. */
  readonly headers: Readonly<Record<string, string>>
  /** The media types that an Accept header may request from a JSON row. If absent, the area ignores Accept. */
  readonly accept?: readonly string[]
  readonly problem: {
    readonly contentType: string
    /** The content type for clients whose Accept header prefers problem details to JSON. Default: `contentType`. */
    readonly preferred?: string
    readonly members: readonly ProblemMember[]
    /** The members of a 400 with `errors`. */
    readonly validation: readonly ProblemMember[]
  }
  /** Set if the area sends refusals as plain text instead of problem details. */
  readonly refusalBody?: 'text'
  /** The area's own refusals. `<name>` is replaced with a value. */
  readonly refusals?: Readonly<Record<string, RefusalForm>>
  /** This area's changes to the table of refusals, in both dialects. */
  readonly refusalForms?: Readonly<Record<string, Partial<RefusalForm>>>
  /** Minimum delay before an entry appears in the feed, in milliseconds of world time. Default: no delay. */
  readonly feedDelay?: number
  /** True if the token is read before the path, so that a token whose parts are not JSON fails on every path below `unknownBelow`. */
  readonly failsOnBrokenToken?: true
  /** Maximum lifetime of a client's grant in seconds. */
  readonly longestGrant?: number
  /** True if an email address in the register counts even if its format is invalid. Otherwise, such an address counts as missing. */
  readonly anyEmailCounts?: true
  /** True if the `X-HTTP-Method-Override` header may replace the method. */
  readonly overridesMethod?: true
  /** The rows behind the gateway that requires a subscription key. Default: all of the area's rows. */
  readonly behindGateway?: readonly string[]
  /** True if an unknown method is checked after access and refused like an unknown path. */
  readonly methodsBehindAccess?: true
}

/** Returns the prefixes of a row's paths. Rows that exist only in the live service use the last prefix. */
export const prefixesOf = (
  { prefixes }: Pick<Area, 'prefixes'>,
  { dialect }: { readonly dialect?: string | undefined },
): readonly string[] => (dialect === undefined ? prefixes : prefixes.slice(-1))

/** True if calls to a path fail when their token cannot be read. Source: authentication §7. */
export const failsOnBrokenToken = ({ failsOnBrokenToken: fails, unknownBelow = '' }: Area, path: string): boolean =>
  fails === true && path.toLowerCase().startsWith(`/${unknownBelow}/`)

const members = ['type', 'title', 'status', 'detail', 'code', 'traceId', 'errors'] as const

/** Accepts only JSON content types. If the header lists several types, only the first one is checked. */
export const onlyJson = { types: /^application\/(?:json|[^/;,\s]+\+json)(?:\s*,|$)/, checkedWhen: 'routing' } as const

export const usualArea = {
  prefixes: [''],
  owner: 'organization',
  reader: 'plain',
  json: onlyJson,
  indent: 0,
  headers: {},
  problem: { contentType: 'application/problem+json; charset=utf-8', members, validation: members },
} as const satisfies Area

/** Headers that the live broker sends in every answer. */
export const noSniff = { 'x-content-type-options': 'nosniff', 'cache-control': 'no-store' } as const

export const emptyBody = { body: 'empty' } as const

export const runtimeCookie = 'AltinnStudioRuntime'
