/** The vocabulary of rows and areas: dialects, scopes, rate limits, internal services, live hosts, and the properties of an area. */
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

/** The length of every limit's sliding window. */
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
  /** Together with `eventsPublish`: allows any resource. */
  eventsPublishAdmin: 'altinn:events.publish.admin',
} as const

/** The scope of the token that the service sends to condition endpoints. Source: notifications §10.3. */
export const conditionScope = 'altinn:system/notifications.condition.check'

/** Allowed callers of a row: anyone; anyone with a token; a token with one of these scopes; the administrator of this Standin. */
export type Access =
  | { readonly kind: 'anyone' }
  | { readonly kind: 'token' }
  | { readonly kind: 'scope'; readonly anyOf: readonly string[] }
  | { readonly kind: 'admin' }

export const anyone: Access = { kind: 'anyone' }
export const token: Access = { kind: 'token' }
export const admin: Access = { kind: 'admin' }
export const scope = (...anyOf: readonly string[]): Access => ({ kind: 'scope', anyOf })

/** The scope that a 403 names as missing. */
export const missingScope = (access: Access): string => (access.kind === 'scope' ? access.anyOf.join(' or ') : '')

/** The internal services. Scenarios can make each of them unavailable. */
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

/** Kinds of outages: no connection, a 500 answer, or no answer at all. Source: decisions §13. */
export const manners = ['unreachable', 'failing', 'hanging'] as const
export type Manner = (typeof manners)[number]

/** The words for an outage in a reason. */
export const mannerTexts: Readonly<Record<Manner, string>> = {
  unreachable: 'cannot be reached',
  failing: 'answers 500',
  hanging: 'does not answer',
}

/** Data whose changes the service may see late because it caches them. Source: decisions §14. */
export const caches = ['contacts', 'subscriptions'] as const
export type Cached = (typeof caches)[number]

/** World milliseconds for which a world remembers the state before a change. */
export const longestLateness = 3_600_000

/**
 * Decisions that circumstances make: the result of a scan, whether a person is reserved, the outcome of a message, the delivery of an
 * event, whether the signing keys are rotated, how late changes are seen, the result of a call to a client's address, the order of
 * histories, and the outcome of calls at the same moment.
 */
export type Question = 'scan' | 'identification' | 'outcome' | 'delivery' | 'keys' | 'receiver' | 'histories' | 'collision' | Cached

/** THE TABLE: the hosts that each environment serves. Source: authentication §0, §4. */
export const liveBases = {
  test: {
    platform: 'https://platform.tt02.altinn.no',
    maskinporten: 'https://test.maskinporten.no',
    generator: 'https://altinn-testtools-token-generator.azurewebsites.net',
  },
  production: { platform: 'https://platform.altinn.no', maskinporten: 'https://maskinporten.no' },
} as const

/** The name of an environment that has live addresses. */
export type LiveEnvironment = keyof typeof liveBases

/** The environment of each host name. */
export const liveHosts: ReadonlyMap<string, LiveEnvironment> = new Map(
  Object.entries(liveBases).flatMap(([environment, bases]) =>
    Object.values(bases).map((base) => [new URL(base).hostname, environment as LiveEnvironment]),
  ),
)

export interface Area {
  /** The prefixes of a row's path. The canonical one comes first. */
  readonly prefixes: readonly [string, ...string[]]
  /** The first segment of paths that the area answers, including paths without a row. Source: file-transfer §7.4. */
  readonly unknownBelow?: string
  /** The comparison of owners: by organization, or by code alone. */
  readonly owner: 'organization' | 'code'
  /**
   * Other sources of the caller's identity: a cookie that takes precedence over the Authorization header, and in some areas the header that
   * the platform's applications send. Such an area ignores Maskinporten tokens. If absent, only the Authorization header counts.
   */
  readonly identity?: { readonly cookie: string; readonly platform?: string }
  /** The reader of bodies, which also defines the messages about unreadable bodies (`areas/readers.ts`). */
  readonly reader: 'notifications' | 'fileTransfer' | 'events' | 'plain'
  /** The content types of a JSON body, and the time of the check: while routing, or while reading the body. */
  readonly json: { readonly types: RegExp; readonly checkedWhen: 'routing' | 'reading' }
  /** Number of spaces that indent JSON. */
  readonly indent: number
  /** Headers of every answer, including refusals. */
  readonly headers: Readonly<Record<string, string>>
  /** The media types that the Accept header of a JSON row may request. Absent: the area ignores Accept. */
  readonly accept?: readonly string[]
  readonly problem: {
    readonly contentType: string
    /** The content type for a client whose Accept header prefers problem details to JSON. Absent: `contentType`. */
    readonly preferred?: string
    readonly members: readonly ProblemMember[]
    /** The members of a 400 with `errors`. */
    readonly validation: readonly ProblemMember[]
  }
  /** Set if the area writes refusals as plain text instead of problem details. */
  readonly refusalBody?: 'text'
  /** The area's own refusals. `<name>` is replaced by a value. */
  readonly refusals?: Readonly<Record<string, RefusalForm>>
  /** Changes to the table of refusals for this area, in both dialects. */
  readonly refusalForms?: Readonly<Record<string, Partial<RefusalForm>>>
  /** The minimum delay of feed entries, in world milliseconds. Absent: no delay. */
  readonly feedDelay?: number
  /** True if a token is read before the path, so that a token whose parts are not JSON fails on every path below `unknownBelow`. */
  readonly failsOnBrokenToken?: true
  /** The maximum lifetime of a client's grant, in seconds. */
  readonly longestGrant?: number
  /** True if an email address of the register counts even if its format is invalid. Otherwise it counts as missing. */
  readonly anyEmailCounts?: true
  /** True if the header `X-HTTP-Method-Override` may replace the method. */
  readonly overridesMethod?: true
  /** The rows behind the gateway that requires a subscription key. Absent: all rows of the area. */
  readonly behindGateway?: readonly string[]
  /** True if an unknown method is checked after access, and refused as an unknown path. */
  readonly methodsBehindAccess?: true
}

/** The prefixes of a row's paths. A row that only the live service has uses the last prefix. */
export const prefixesOf = (
  { prefixes }: Pick<Area, 'prefixes'>,
  { dialect }: { readonly dialect?: string | undefined },
): readonly string[] => (dialect === undefined ? prefixes : prefixes.slice(-1))

/** True if a call of a path fails when its token cannot be read. Source: authentication §7. */
export const failsOnBrokenToken = ({ failsOnBrokenToken: fails, unknownBelow = '' }: Area, path: string): boolean =>
  fails === true && path.toLowerCase().startsWith(`/${unknownBelow}/`)

const members = ['type', 'title', 'status', 'detail', 'code', 'traceId', 'errors'] as const

/** If the header lists several types, the first one counts. */
export const onlyJson = { types: /^application\/(?:json|[^/;,\s]+\+json)(?:\s*,|$)/, checkedWhen: 'routing' } as const

/** The defaults of an area. */
export const usualArea = {
  prefixes: [''],
  owner: 'organization',
  reader: 'plain',
  json: onlyJson,
  indent: 0,
  headers: {},
  problem: { contentType: 'application/problem+json; charset=utf-8', members, validation: members },
} as const satisfies Area

/** The headers of the live broker on every answer. */
export const noSniff = { 'x-content-type-options': 'nosniff', 'cache-control': 'no-store' } as const

export const emptyBody = { body: 'empty' } as const

export const runtimeCookie = 'AltinnStudioRuntime'
