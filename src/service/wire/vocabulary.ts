/** The words of rows and areas: dialects, scopes, rate limits, internal services, live hosts, and the properties of an area. */
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

/** The length of the sliding window of every limit. */
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
  /** Besides the one before it: any resource. */
  eventsPublishAdmin: 'altinn:events.publish.admin',
} as const

/** The scope of the token that the service sends to condition endpoints. Source: notifications §10.3. */
export const conditionScope = 'altinn:system/notifications.condition.check'

/** The callers of a row: anyone; anyone with a token; a token with one of these scopes; the administrator of this Standin. */
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

/** The internal services. Scenarios can make each of them unreachable. */
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

/** How a service is away: no connection, an answer of 500, or no answer at all. Source: decisions §13. */
export const manners = ['unreachable', 'failing', 'hanging'] as const
export type Manner = (typeof manners)[number]

/** What a reason says of a service that is away so. */
export const mannerTexts: Readonly<Record<Manner, string>> = {
  unreachable: 'cannot be reached',
  failing: 'answers 500',
  hanging: 'does not answer',
}

/** What the service may see late, because it caches it. Source: decisions §14. */
export const caches = ['contacts', 'subscriptions'] as const
export type Cached = (typeof caches)[number]

/** World milliseconds. A world remembers for so long what was true before a change. */
export const longestLateness = 3_600_000

/**
 * What others decide: the result of a scan, whether a person is reserved, the outcome of a message, the delivery of an event, whether the
 * keys that sign tokens are rotated, how late changes are seen, how a call to an address of a client ends, in which order histories come,
 * how calls of the same moment end.
 */
export type Question = 'scan' | 'identification' | 'outcome' | 'delivery' | 'keys' | 'receiver' | 'histories' | 'collision' | Cached

/** THE TABLE: what each environment serves, and where. Source: authentication §0, §4. */
export const liveBases = {
  test: {
    platform: 'https://platform.tt02.altinn.no',
    maskinporten: 'https://test.maskinporten.no',
    generator: 'https://altinn-testtools-token-generator.azurewebsites.net',
  },
  production: { platform: 'https://platform.altinn.no', maskinporten: 'https://maskinporten.no' },
} as const

/** The name of an environment that has addresses. */
export type LiveEnvironment = keyof typeof liveBases

/** The environment that each host name serves. */
export const liveHosts: ReadonlyMap<string, LiveEnvironment> = new Map(
  Object.entries(liveBases).flatMap(([environment, bases]) =>
    Object.values(bases).map((base) => [new URL(base).hostname, environment as LiveEnvironment]),
  ),
)

/** The host name of `name`, `name:port` or `[address]:port`, in lower case. */
export const nameOf = (host: string): string => host.replace(/:\d*$/, '').toLowerCase()

export interface Area {
  /** What stands before a row's path. The canonical prefix comes first. */
  readonly prefixes: readonly [string, ...string[]]
  /** The first segment of paths that the area answers, also where no row has them. Source: file-transfer §7.4. */
  readonly unknownBelow?: string
  /** How the owners of what callers create are compared: by organization, or by code alone. */
  readonly owner: 'organization' | 'code'
  /**
   * Where else a call may name its caller: a cookie that takes precedence over the Authorization header, and in some areas
   * the header that the platform's applications send. Such an area ignores Maskinporten tokens. Absent: only the Authorization header.
   */
  readonly identity?: { readonly cookie: string; readonly platform?: string }
  /** How the area reads bodies, and its messages about what it cannot read (`wire/readers.ts`). */
  readonly reader: 'notifications' | 'fileTransfer' | 'events' | 'plain'
  /** The content types of a JSON body, and when the service checks them: with the path, or when it reads the body. */
  readonly json: { readonly types: RegExp; readonly checkedWhen: 'routing' | 'reading' }
  /** The number of spaces that indent JSON. */
  readonly indent: number
  /** Headers on every answer, refusals included. */
  readonly headers: Readonly<Record<string, string>>
  /** The media types that the Accept header of a JSON row may ask for. Absent: the area ignores Accept. */
  readonly accept?: readonly string[]
  readonly problem: {
    readonly contentType: string
    /** The content type for a client whose Accept header prefers problem details to JSON. Absent: `contentType`. */
    readonly preferred?: string
    readonly members: readonly ProblemMember[]
    /** The members of a 400 with `errors`. */
    readonly validation: readonly ProblemMember[]
  }
  /** Set where the area writes refusals as plain text instead of problem details. */
  readonly refusalBody?: 'text'
  /** The refusals that the area brings. `<name>` stands for a value. */
  readonly refusals?: Readonly<Record<string, RefusalForm>>
  /** Where the area writes a refusal in another form than the table of refusals, in both dialects. */
  readonly refusalForms?: Readonly<Record<string, Partial<RefusalForm>>>
  /** World milliseconds after which the feed shows an entry, at the least. Absent: at once. */
  readonly feedDelay?: number
  /** True where a token is read before the path, so that one whose parts are not JSON fails on every path below `unknownBelow`. */
  readonly failsOnBrokenToken?: true
  /** Seconds that the grant of a client may live. */
  readonly longestGrant?: number
  /** Whether an email address of the register counts, even where it has not the form of one. Absent: it counts as missing. */
  readonly anyEmailCounts?: true
  /** Whether the header `X-HTTP-Method-Override` may replace the method. */
  readonly overridesMethod?: true
  /** The rows behind the gateway that demands a subscription key. Absent: all of the area. */
  readonly behindGateway?: readonly string[]
  /** Whether a method that no row has is judged after access, and refused as if there were no such path. */
  readonly methodsBehindAccess?: true
}

/** What stands before the paths of a row. One that only the live service has lies where it lies there, below the last prefix. */
export const prefixesOf = (
  { prefixes }: Pick<Area, 'prefixes'>,
  { dialect }: { readonly dialect?: string | undefined },
): readonly string[] => (dialect === undefined ? prefixes : prefixes.slice(-1))

/** Whether a call of a path fails if its token cannot be read. Source: authentication §7. */
export const failsOnBrokenToken = ({ failsOnBrokenToken: fails, unknownBelow = '' }: Area, path: string): boolean =>
  fails === true && path.toLowerCase().startsWith(`/${unknownBelow}/`)

const members = ['type', 'title', 'status', 'detail', 'code', 'traceId', 'errors'] as const

/** A list counts by its first type. */
export const onlyJson = { types: /^application\/(?:json|[^/;,\s]+\+json)(?:\s*,|$)/, checkedWhen: 'routing' } as const

/** What an area does that says nothing else. */
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
