/** The words that rows use: dialects, scopes, rate limits, internal services, live hosts. */

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
